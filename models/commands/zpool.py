"""`zpool create`, `add`, `attach`, `detach` and `remove`: read, and written from orders."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from models.cli.acting import check_that_all_act
from models.cli.typed import KINDS, value_of
from models.commands import zfs
from models.commands.disks import nvme
from models.commands.pool import MAIN, Pool, Settings, Vdev, difference, settings_on, shape
from models.commands.text import Line, in_braces, lines, read_said, said, size_text, wrong
from models.machine.order import LAYOUTS, ORDERS, Order
from models.machine.order.names import PATHS

SECTIONS = {"log": "log", "cache": "cache", "special": "special", "dedup": "dedup"}
SECTIONS |= {"spare": "spare", "logs": "log", "spares": "spare"}
VDEV = re.compile(r"mirror|raidz[123]?|draid[123]?(?::\d{1,4}[dcs])*")
WORDS = [
    "mirror",
    "raidz",
    "raidz1",
    "raidz2",
    "raidz3",
    "draid",
    "draid1",
    "draid2",
    "draid3",
    *SECTIONS,
]
"""Words of zpool that are no devices."""
ANOTHER = "# another machine: "
EXAMPLE = "zpool create tank mirror sda sdb"
SET = {
    "filesystem.recordsize": "recordsize",
    "filesystem.sync": "sync",
    "filesystem.checksum": "checksum",
    "filesystem.compression": "compression",
    "filesystem.dedup.on": "dedup",
    "log.bias": "logbias",
    "pool.special.small": "special_small_blocks",
}
"""Settings that are properties of a dataset."""


def options(line: Line, valued: str) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the words after a verb, without options, and the options' values, each with its letter.

    valued: the letters of options with a value."""
    words, found, rest = list[str](), list[tuple[str, str]](), line.words[2:]
    while rest:
        word = rest.pop(0)
        if not word.startswith("-") or word == "-":
            words.append(word)
            continue
        for at, letter in enumerate(word[1:], 2):
            if letter in valued:
                value = word[at:] or (rest.pop(0) if rest else "")
                if not value:
                    raise wrong(line.number, f"-{letter} must have a value, got nothing")
                found.append((letter, value))
                break
    return words, found


def vdevs_of(pool: Pool, line: Line, words: list[str], verb: str) -> list[Vdev]:
    """Return the vdevs that words describe. Raise ValueError for one that zpool would refuse."""
    found, section, open_one, number = list[Vdev](), "data", False, line.number
    for word in words:
        number = line.of(word)
        if word in SECTIONS:
            section, open_one = SECTIONS[word], False
        elif VDEV.fullmatch(word):
            if section in ("cache", "spare"):
                raise wrong(number, f"{section} must have single devices, got {word[:40]!r}")
            if section == "log" and word != "mirror":
                raise wrong(number, f"log must have devices or mirrors of them, got {word[:40]!r}")
            found.append(Vdev(section, word, []))
            open_one = True
        else:
            check_device(number, word)
            name_once(pool, line, word)
            if not open_one:
                found.append(Vdev(section, "stripe", []))
            found[-1].disks.append(word)
    if not found:
        raise wrong(number, f"zpool {verb} must name devices, as in {EXAMPLE}, got none")
    for vdev in found:
        number = line.of(vdev.layout) if vdev.layout in words else line.number
        least = LAYOUTS[vdev.kind].least
        if len(vdev.disks) < least:
            raise wrong(
                number,
                f"{vdev.layout:.40} must have {least} devices or more, got {len(vdev.disks)}",
            )
        children = re.search(r":(\d+)c", vdev.layout)
        if children and int(children[1]) != len(vdev.disks):
            raise wrong(
                number,
                f"{vdev.layout:.40} must have {children[1]} devices, got {len(vdev.disks)}",
            )
    return found


def check_device(number: int, word: str) -> None:
    """Raise ValueError for a word that is no device: a misspelt word of zpool, or what a shell expands."""
    if re.search(r"[\[\]*?$`]", word):
        raise wrong(
            number,
            f"devices must be written out, or as sd{{a..f}}, got {word[:40]!r}, which a shell expands",
        )
    if re.fullmatch(r"[a-z]+", word) or re.fullmatch(r"[a-z]{4,7}\d", word):
        known = WORDS if word.isalpha() else [one for one in WORDS if one[-1].isdigit()]
        if near := get_close_matches(word, known, n=1, cutoff=0.75):
            raise wrong(
                number,
                f"{word!r:.40} must be a device, or a word of zpool; perhaps {near[0]}",
            )


def name_once(pool: Pool, line: Line, name: str) -> None:
    """Note a device that the text names. Raise ValueError if it did so before."""
    if name in pool.named:
        raise wrong(
            line.of(name, last=True),
            f"zpool {line.words[1]} must name each device once, got {name[-40:]!r} again",
        )
    pool.named.add(name)


CHANGING = ("create", "add", "attach", "detach", "remove", "set")
OTHERS = (
    "status list iostat get history scrub trim resilver clear online offline replace export import "
    "initialize events upgrade wait sync checkpoint labelclear reguid reopen split destroy version"
).split()
"""Commands of zpool that change no machine of the models."""


def read_command(pool: Pool, line: Line) -> None:
    """Carry out a `zpool` command on a pool; those that change no machine do nothing."""
    number, verb = line.number, (line.words[1:2] or [""])[0]
    if verb == "create":
        words, given = options(line, "oOmRt")
        if not words:
            raise wrong(number, f"zpool create must name the pool and its devices, as in {EXAMPLE}")
        pool.named.clear()
        vdevs = vdevs_of(pool, line, words[1:], verb)
        if not [vdev for vdev in vdevs if vdev.section == "data"]:
            raise wrong(number, f"zpool create must name devices for data, as in {EXAMPLE}")
        if pool.created:
            pool.note(f"{pool.name:.40} is left out: a machine here has one pool, {words[0]:.40}")
        pool.name, pool.vdevs, pool.whole, pool.created = words[0], vdevs, True, True
        properties = [value for letter, value in given if letter in "oO"]
        for name, value in zfs.pairs(number, properties, "-o and -O"):
            zfs.take(pool, number, name, value, printed="@" in name)
    elif verb == "add":
        words, _ = options(line, "o")
        pool.vdevs += vdevs_of(pool, line, words[1:], verb)
    elif verb in ("attach", "detach", "remove"):
        words, _ = options(line, "o")
        change(pool, line, words[1:])
    elif verb == "set":
        words, _ = options(line, "")
        for name, value in zfs.pairs(number, words[:1], "zpool set"):
            zfs.take(pool, number, name, value, printed="@" in name)
    elif verb in OTHERS:
        if verb not in ("status", "list", "get", "iostat"):
            pool.note(f"zpool {verb} changes no machine here, and is left out")
    else:
        near = get_close_matches(verb, [*CHANGING, *OTHERS], n=1)
        hint = f"; perhaps {near[0]}" if near else ""
        raise wrong(number, f"zpool must be {', '.join(CHANGING)}, got {verb!r:.40}{hint}")


def change(pool: Pool, line: Line, names: list[str]) -> None:
    """Carry out zpool attach, detach or remove."""
    number, verb = line.number, line.words[1]
    if len(names) < (2 if verb == "attach" else 1):
        right = "DEVICE NEW_DEVICE" if verb == "attach" else "DEVICE"
        raise wrong(number, f"zpool {verb} must be zpool {verb} POOL {right}, got too few words")
    for name in names[:1] if verb == "attach" else names:
        vdev = pool.found(name)
        if vdev is None or (
            verb == "detach" and (vdev.layout, name in vdev.disks) != ("mirror", 1)
        ):
            known = in_braces([disk for one in MAIN for disk in pool.disks(one)])
            where = " in a mirror" * (verb == "detach")
            raise wrong(
                number, f"zpool {verb} must name one of {known:.80}{where}, got {name[:40]!r}"
            )
        if verb == "attach":
            name_once(pool, line, names[1])
            vdev.disks.append(names[1])
            vdev.layout = "mirror" if vdev.layout == "stripe" else vdev.layout
        elif verb == "detach":
            vdev.disks.remove(name)
            pool.named.discard(name)
            vdev.layout = "mirror" if len(vdev.disks) > 1 else "stripe"
        else:
            pool.named -= {*vdev.disks}
            pool.remove(vdev)
    if not pool.disks("data"):
        raise wrong(number, f"zpool {verb} must leave a device for data, got {names[0][:40]!r}")


def read_commands(pool: Pool, text: Iterable[Line]) -> bool:
    """Carry out all commands among lines, and what comments say. Return whether there are any."""
    found = False
    for line in text:
        if line.words[:1] == ["zpool"]:
            read_command(pool, line)
            found |= line.words[1:2] != ["status"] and line.words[1:2] != ["list"]
        elif line.words[:1] == ["zfs"]:
            zfs.read_command(pool, line)
            found |= line.words[1:2] != ["get"]
        elif (one := read_said(line.text)) and one[0] in KINDS:
            path, text_of = one
            try:
                pool.told[path] = value_of(path, text_of, PATHS[path], KINDS[path])
            except ValueError as error:
                raise wrong(line.number, str(error)) from None
            found = True
    return found


def read(text: str, order: Order, pool: Pool | None = None) -> Settings:
    """Return the settings that turn an order into what the commands in a text make of it. Raise
    ValueError, in one line with the line's number, for a text that is none of commands.

    pool: gets the notes."""
    pool = pool or Pool.of(order)
    if not read_commands(pool, lines(text)):
        raise wrong(
            1, f"the text must have zpool or zfs commands, such as {EXAMPLE}, got {text[:40]!r}"
        )
    return settings_on(order, ORDERS[order.name or order.machine], pool)


read_create = read_add = read


def create(order: Order, base: Order | None = None) -> str:
    """Return the commands that build an order's pool, and in comments what no command can say.

    base: the machine that the rest of the order starts from; without it the catalogue's."""
    base = base or ORDERS[order.name or order.machine]
    return finished(built(order), base, order)


def built(order: Order) -> str:
    """Return the command that creates an order's pool."""
    pool, fresh = Pool.of(order), Order(order.machine)
    extra = order.pool.special.devices
    force = " -f" * (extra > 0 and extra - 1 != redundancy(order))
    text = [f"zpool create{force} -o ashift={order.pool.ashift}"]
    text += [
        f"-O {name}={property_text(order.value(path))}"
        for path, name in SET.items()
        if order.value(path) not in (fresh.value(path), None)
    ]
    text.append("tank")
    for section in MAIN:
        text += [section] if section != "data" and pool.within(section) else []
        text += [vdev_words(pool.within(section))] if pool.within(section) else []
    return " ".join(text)


def vdev_words(vdevs: list[Vdev]) -> str:
    """Return vdevs of one layout in the words of zpool."""
    if vdevs[0].layout == "stripe":
        return in_braces([name for vdev in vdevs for name in vdev.disks])
    return " ".join(f"{vdev.layout} {in_braces(vdev.disks)}" for vdev in vdevs)


def property_text(value: object) -> str:
    """Return the value of a property."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return size_text(value) if isinstance(value, int) else str(value)


def finished(text: str, a: Order, b: Order) -> str:
    """Return commands with comments that say what they leave undone on the way from a to b."""
    got = a.order(read(text, a)) if text else a
    left = [one for one in difference(got, b).items() if acts(b, one[0])]
    return "\n".join([text] * bool(text) + [said(*one) for one in left])


def acts(order: Order, name: str) -> bool:
    """Return whether a setting means something to an order."""
    try:
        check_that_all_act(order, None, [name])
    except ValueError:
        return False
    return True


def added(a: Order, b: Order) -> str:
    """Return the shortest commands that turn a into b, and in comments what no command can do; ""
    if nothing differs."""
    if a.machine != b.machine:
        return f"{ANOTHER}{b.name or b.machine}\n{create(b)}"
    text = [*grown(a, b)] if kept(a, b) else None
    if text is None:
        text = [
            "# no command does this to a pool that is there; after zpool destroy tank:",
            built(b),
        ]
    else:
        text += [
            f"zfs set {name}={property_text(b.value(path))} tank"
            for path, name in SET.items()
            if b.value(path) not in (a.value(path), None)
        ]
    return finished("\n".join(text), a, b)


def redundancy(order: Order) -> int:
    """Return the number of disks of a vdev that may fail."""
    pool = order.pool
    return pool.parity or (pool.width - 1 if pool.layout == "mirror" else 0)


def kept(a: Order, b: Order) -> bool:
    """Return whether commands can turn the pool of a into that of b."""
    old, new = shape(a, "data"), shape(b, "data")
    was, will = shape(a, "special"), shape(b, "special")
    simple = {old.layout, new.layout} <= {"stripe", "mirror"}
    grows = old.layout == new.layout and "raidz" in new.layout and new.width >= old.width
    same = simple or grows or old[:2] == new[:2]
    stays = simple or not was.number or (will.number and nvme(was.kind) == nvme(will.kind))
    alike = old.kind == new.kind and a.pool.ashift == b.pool.ashift
    return bool(same and stays and alike and new.number >= old.number)


def grown(a: Order, b: Order) -> Iterable[str]:
    """Yield the commands that change the devices of a's pool into b's."""
    pool = Pool.of(a)
    for section in MAIN:
        old, new, there = shape(a, section), shape(b, section), pool.within(section)
        left = new.number if nvme(old.kind) == nvme(new.kind) else 0
        if gone := [pool.label(vdev) for vdev in there[left:]]:
            yield f"zpool remove tank {in_braces(gone)}"
        for vdev in there[:left]:
            name = vdev.disks[0] if old.layout == "mirror" else pool.label(vdev)
            for _ in range(new.width - old.width):
                vdev.disks.append(pool.new(new.kind))
                yield f"zpool attach tank {name} {vdev.disks[-1]}"
            for _ in range(old.width - new.width):
                yield f"zpool detach tank {vdev.disks.pop()}"
        if more := pool.add(section, new, max(0, new.number - len(there[:left]))):
            force = "-f " * (section == "special" and new.width - 1 != redundancy(b))
            where = "" if section == "data" else f"{section} "
            yield f"zpool add {force}tank {where}{vdev_words(more)}"
