"""`zfs set`, `zfs create -o` and the output of `zfs get` as settings."""

import re
from difflib import get_close_matches

from models.commands.pool import Pool
from models.commands.text import Line, size_of, wrong
from models.machine.order.also import why_absent
from models.machine.order.parts import CHECKSUMS, COMPRESSIONS
from models.units import KiB, MiB
from models.zfs.dataset import SYNCS
from models.zfs.zil.log_spec import BIASES

WORDS = {
    "sync": ("filesystem.sync", SYNCS, {}),
    "logbias": ("log.bias", BIASES, {}),
    "checksum": ("filesystem.checksum", CHECKSUMS, {"on": "fletcher4"}),
    "compression": ("filesystem.compression", COMPRESSIONS, {"on": "lz4"}),
}
"""Properties whose values are words: the setting, its words, and other names of them."""
ALSO = {"checksum": ("fletcher2", "sha512", "blake3", "noparity"), "compression": ("zle",)}
"""Words of OpenZFS that the machine does not know."""
SIZES = {"recordsize": "filesystem.recordsize", "volblocksize": "filesystem.recordsize"}
SIZES["special_small_blocks"] = "pool.special.small"
INERT = {
    "atime": "off",
    "copies": "1",
    "direct": "standard",
    "encryption": "off",
    "prefetch": "all",
    "primarycache": "all",
    "redundant_metadata": "all",
    "secondarycache": "all",
}
"""Properties that cost time but are not modelled, and the value at which they cost none."""
KNOWN = (*WORDS, *SIZES, "dedup", "ashift", *INERT)


def take(pool: Pool, number: int, name: str, value: str, *, printed: bool = False) -> None:
    """Take a property. printed: whether a tool printed it, so that it is not refused."""
    if name in WORDS:
        path, words, others = WORDS[name]
        word = others.get(value, re.sub(r"^(gzip|zstd)-(fast-)?\d{1,4}$", r"\1", value))
        if word in words:
            tell(pool, name, path, word)
            if path == "filesystem.compression" and word == "off":
                pool.told["filesystem.ratio"] = None
        elif word in ALSO.get(name, ()) or printed:
            pool.note(f"{name}={value:.40}: the machine does not know it, and keeps its own")
        else:
            raise wrong(number, f"{name} must be one of {', '.join(words)}, got {value[:40]!r}")
    elif name in SIZES:
        if (size := size_of(value)) is None and printed:  # "-"
            return
        take_size(pool, number, name, size, value)
    elif name == "dedup":
        tell(pool, name, "filesystem.dedup.on", value != "off")
    elif name == "ashift":
        if value not in ("0", "9", "12"):
            if not value.isascii() or not value.isdigit() or not 9 <= int(value[:4]) <= 16:
                raise wrong(number, f"ashift must be 9 or 12, got {value[:40]!r}")
            pool.note(f"ashift={value}: the machine has 9 or 12; taken: 12")
        if value != "0":
            pool.told["pool.ashift"] = 9 if value == "9" else 12
    elif name == "compressratio":
        ratio = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,4})?)x?", value)
        if ratio and 1 < float(ratio[1]) <= 1000:
            pool.told["filesystem.ratio"] = float(ratio[1])
    elif name in INERT:
        if value != INERT[name]:
            pool.note(f"{name}={value:.40}: {why_absent(name) or 'not modelled'}")
    elif not printed and (near := get_close_matches(name, KNOWN, n=1, cutoff=0.75)):
        raise wrong(number, f"a property must be known, such as {near[0]}, got {name[:40]!r}")


def tell(pool: Pool, name: str, path: str, value: object) -> None:
    """Take the value of a setting; a second one replaces the first."""
    if pool.told.get(path, value) != value:
        pool.note(f"{name} is said more than once: the last counts for the whole pool")
    pool.told[path] = value


def take_size(pool: Pool, number: int, name: str, size: int | None, value: str) -> None:
    """Take a property that is the size of a block."""
    least = 0 if name == "special_small_blocks" else 512
    if size is None or not least <= size <= 16 * MiB or size & (size - 1):
        right = "0 or a power of two" if not least else "a power of two from 512"
        raise wrong(number, f"{name} must be {right} to 16M, such as 16K, got {value[:40]!r}")
    if size > MiB:
        pool.note(f"{name}={value}: OpenZFS allows 16M; the machine's largest is 1M; taken: 1M")
    if size or pool.within("special"):
        tell(pool, name, SIZES[name], min(size, 1024 * KiB))


def pairs(number: int, words: list[str], what: str) -> list[tuple[str, str]]:
    """Return properties written NAME=VALUE. Raise ValueError for a word that is none."""
    found = list[tuple[str, str]]()
    for word in words:
        name, equals, value = word.partition("=")
        if not name or not equals or not value:
            raise wrong(
                number, f"{what} must be PROPERTY=VALUE, such as recordsize=16K, got {word[:40]!r}"
            )
        found.append((name, value))
    return found


def read_command(pool: Pool, line: Line) -> None:
    """Take what a `zfs` command sets; others say nothing about the machine."""
    number, verb, rest = line.number, (line.words[1:2] or [""])[0], line.words[2:]
    if verb == "set":
        given = [word for word in rest if not word.startswith("-")]
        named = [word for word in given if "=" in word]
        if not named or given == named:
            raise wrong(
                number,
                "zfs set must be zfs set PROPERTY=VALUE DATASET, such as zfs set recordsize=16K tank",
            )
        for name, value in pairs(number, given[: len(named)], "zfs set"):
            take(pool, number, name, value)
    elif verb == "create":
        for at, word in enumerate(rest):
            option = (
                rest[at + 1 : at + 2] if word == "-o" else [word[2:]] if word[:2] == "-o" else []
            )
            if word[:2] == "-o" and not option:
                raise wrong(number, "-o must have PROPERTY=VALUE after it, got nothing")
            for name, value in pairs(number, option, "-o"):
                take(pool, number, name, value)
            if word == "-b" and at + 1 < len(rest):
                take(pool, number, "volblocksize", rest[at + 1])


def read_get(pool: Pool, text: list[Line]) -> bool:
    """Take the properties that `zfs get` printed, those of the first dataset. Return whether there
    are any."""
    columns, dataset, found = dict[str, int](), "", False
    for line in text:
        cells = line.text.split()
        if "PROPERTY" in cells and "VALUE" in cells:
            columns = {cell: at for at, cell in enumerate(cells)}
            continue
        if not columns or len(cells) <= max(columns["PROPERTY"], columns["VALUE"]) or line.words:
            continue
        name, value = cells[columns["PROPERTY"]], cells[columns["VALUE"]]
        own = cells[columns["NAME"]] if "NAME" in columns else ""
        dataset = dataset or own
        if own != dataset:
            pool.note(f"properties of {dataset:.40} are taken, those of other datasets are not")
            continue
        take(pool, line.number, name, value, printed=True)
        found = True
    if pool.told.get("filesystem.compression") == "off":
        pool.told["filesystem.ratio"] = None
    return found
