"""The output of `zpool status` and `zpool list -v` as a pool."""

import re
from typing import NamedTuple

from models.commands.pool import Pool, Vdev
from models.commands.text import Line, size_of, wrong
from models.units import TB

SECTIONS = {"logs": "log", "log": "log", "cache": "cache", "special": "special", "dedup": "dedup"}
SECTIONS |= {"spares": "spare"}
LABEL = re.compile(
    r"(mirror|raidz[123]?|draid[123]?(?::\d{1,4}[dcs])*|replacing|spare|indirect|missing|hole)(?:-\d+)?"
)
INSIDE = ("replacing", "spare")
"""Labels of devices that stand for one while it is replaced."""
GONE = ("indirect", "missing", "hole")
STATES = "ONLINE DEGRADED FAULTED OFFLINE UNAVAIL REMOVED AVAIL INUSE SPLIT".split()
WELL = ("ONLINE", "AVAIL", "INUSE")
LOST = ("FAULTED", "OFFLINE", "UNAVAIL", "REMOVED")
SCAN = re.compile(r"\s*(?:scan|scrub): ?(resilver|scrub) in progress")
BOOT = ("rpool", "boot-pool", "bpool", "freenas-boot", "zroot")
FAR = 0.03
"""Largest deviation of a size in `zpool list` from a disk's capacity on sale, which is then meant."""


class Ill(NamedTuple):
    """What is wrong with a device."""

    vdev: Vdev
    place: int  # among the devices of the vdev
    name: str
    state: str  # one of STATES, or "resilvering"


class Row(NamedTuple):
    """A line of the table: indentation, name, and the cells behind it."""

    number: int
    indent: int
    name: str
    cells: list[str]


class Found(NamedTuple):
    """A pool in the text: the names of the columns behind the name, and the rows, its own first."""

    header: list[str]
    rows: list[Row]

    @property
    def flat(self) -> bool:
        """Return whether the rows have lost their indentation."""
        return len(self.rows) > 1 and len({row.indent for row in self.rows}) == 1


def pools_in(text: list[Line]) -> list[Found]:
    """Return the pools that zpool printed. A table without its head is known by the states."""
    found, header, ended = list[Found](), list[str](), True
    for line in text:
        plain = line.text.expandtabs(8)
        cells = plain.split()
        if cells[:1] == ["NAME"] and {"STATE", "SIZE"} & {*cells} and not line.words:
            header, ended = cells[1:], True
            continue
        if not cells or line.words or re.match(r"\s*[a-z]+:( |$)", plain):
            header = header if ended and not cells else []
            continue
        if not header and cells[1:2] and cells[1] in STATES:
            header, ended = ["STATE"], True
        if not header:
            continue
        row = Row(line.number, len(plain) - len(plain.lstrip()), cells[0], cells[1:])
        inner = row.name in SECTIONS or LABEL.fullmatch(row.name)
        if not ended and row.name in STATES and not found[-1].rows[-1].cells:  # a broken line
            found[-1].rows[-1] = found[-1].rows[-1]._replace(cells=cells)
            continue
        if not ended and "SIZE" in header and not inner and not found[-1].flat:
            ended = row.indent <= found[-1].rows[0].indent
        if ended:
            found.append(Found(header, []))
            if inner:  # the pool's own row was left out
                found[-1].rows.append(Row(line.number, row.indent - 2, "tank", []))
        found[-1].rows.append(row)
        ended = False
    return [one for one in map(with_states, found) if len(one.rows) > 1 or "STATE" in one.header]


def with_states(found: Found) -> Found:
    """Return a pool without rows that are no devices: those without a state, where others have one."""
    devices = [row for row in found.rows[1:] if row.name not in SECTIONS]
    if "STATE" not in found.header or not any({*row.cells} & {*STATES} for row in devices):
        return found
    kept = [row for row in found.rows[1:] if row.name in SECTIONS or {*row.cells[:3]} & {*STATES}]
    return Found(found.header, [found.rows[0], *kept])


def read_status(pool: Pool, text: list[Line]) -> bool:
    """Take the pool that `zpool status` or `zpool list -v` printed: the one that the command names,
    else the first that is not booted from. Return whether there is any."""
    named = [
        word
        for line in text
        if line.words[:1] == ["zpool"] and line.words[1:2] in (["status"], ["list"])
        for word in line.words[2:]
        if not word.startswith("-")
    ]
    found = {one.rows[0].name: one for one in pools_in(text)}
    if not found:
        return False
    right = [name for name in named if name in found] or [one for one in found if one not in BOOT]
    name = (right or [*found])[0]
    if others := [one for one in found if one != name]:
        pool.note(f"taken: the pool {name:.40}; left out: {', '.join(others):.80}")
    for one in pools_in(text):  # zpool status and zpool list of the same pool
        if one.rows[0].name == name:
            take(pool, one)
    if (scan := scan_of(name, text)) and not any(one["kind"] == scan for one, _ in pool.events):
        pool.events.append(({"at": 0, "kind": scan, "vdev": 0}, f"a {scan} is in progress"))
    if not pool.whole:
        raise wrong(
            found[name].rows[0].number,
            f"the pool {name[:40]!r} must have its devices below it, got none",
        )
    return True


def scan_of(name: str, text: list[Line]) -> str:
    """Return what is in progress in a pool: resilver, scrub or ""."""
    now = name
    for line in text:
        if match := re.match(r"\s*pool: (\S+)", line.text):
            now = match[1]
        elif now == name and (match := SCAN.match(line.text)):
            return match[1]
    return ""


def take(pool: Pool, found: Found) -> None:
    """Take the vdevs of a pool, what is wrong with them, and the sizes of its devices if they are said."""
    vdevs, section, inside, first = list[Vdev](), "data", 0, False
    base, flat, ill = found.rows[0].indent, found.flat, list[Ill]()
    least = min((row.indent for row in found.rows if row.indent > base), default=base)
    for row in found.rows[1:]:
        label, indent = LABEL.fullmatch(row.name), row.indent
        state = next((cell for cell in row.cells if cell in STATES), "ONLINE")
        renewed = "(resilvering)" in row.cells
        if row.name in SECTIONS and (indent <= base or flat):
            section, inside = SECTIONS[row.name] or section, 0
        elif label and label[1] in INSIDE:
            if not (inside and indent > inside):  # a spare may stand for one that is replaced
                inside, first = indent, True
        elif inside and indent > inside and not first:
            if renewed and vdevs:
                ill.append(Ill(vdevs[-1], -1, row.name, "resilvering"))
        elif label:
            vdevs.append(Vdev("" if label[1] in GONE else section, label[1], []))
        else:
            inside = inside if indent > inside else 0
            top = min(indent, inside or indent) <= least and not flat
            if top or not vdevs or vdevs[-1].section != section or vdevs[-1].layout == "stripe":
                vdevs.append(Vdev(section, "stripe", []))
            vdevs[-1].disks.append(row.name)
            first = False
            if renewed:
                ill.append(Ill(vdevs[-1], -1, row.name, "resilvering"))
            elif state not in WELL and not inside:
                ill.append(Ill(vdevs[-1], len(vdevs[-1].disks) - 1, row.name, state))
    vdevs = [one for one in vdevs if one.section and one.disks]
    if [one for one in vdevs if one.section == "data"]:
        pool.name, pool.vdevs, pool.whole = found.rows[0].name, vdevs, True
        take_ills(pool, ill)
        if "SIZE" in found.header:
            take_sizes(pool, found)


def take_ills(pool: Pool, ill: list[Ill]) -> None:
    """Take what is wrong with devices as events at the start, or say it where none is like it."""
    data = pool.within("data")
    width = pool.of_vdevs(data)["pool.width"] if data else 1
    renewed = [id(one.vdev) for one in ill if one.state == "resilvering"]
    for number, vdev in enumerate(data):
        if id(vdev) in renewed:
            event = {"at": 0, "kind": "resilver", "vdev": number}
            pool.events.append((event, f"{vdev.layout:.40}-{number} is resilvered"))
        lost = [one for one in ill if one.vdev is vdev and one.state in LOST]
        for count, one in enumerate(lost):
            # all disks of a vdev are alike, and a resilver is onto its first
            place = 1 + count if id(vdev) in renewed else one.place
            event = {"at": 0, "kind": "disk pulled", "disk": number * width + place}
            pool.events.append((event, f"{one.name:.40} is {one.state}"))
    for one in ill:
        if one.vdev.section == "log" and one.state in LOST:
            event = {"at": 0, "kind": "log device dies"}
            pool.events.append((event, f"{one.name:.40} is {one.state}"))
        elif one.state not in LOST and one.state != "resilvering":
            pool.note(f"{one.name:.40} is {one.state}: it is taken as well as the others")
        elif one.vdev.section not in ("data", "log"):
            pool.note(f"{one.name:.40} ({one.vdev.section}) is {one.state}: it is taken as well")


def take_sizes(pool: Pool, found: Found) -> None:
    """Take the sizes of devices, and how full the pool is."""
    rows = {row.name: dict(zip(found.header, row.cells, strict=False)) for row in found.rows}
    sizes = {name: size_of(cells.get("SIZE", "")) or 0 for name, cells in rows.items()}
    each = list[float]()
    for number, vdev in enumerate(pool.within("data")):
        label = sizes.get(f"{vdev.layout}-{number}", 0)
        share = label / (len(vdev.disks) if vdev.layout[:4] in ("raid", "drai") else 1)
        each += [sizes[disk] or share for disk in vdev.disks]
    if size := min((one for one in each if one), default=0):
        pool.size = on_sale(size)
    full = re.fullmatch(r"(\d{1,3})%", rows[found.rows[0].name].get("CAP", ""), re.ASCII)
    if full and 0 < int(full[1]) <= 100:
        pool.told["pool.filled"] = int(full[1]) / 100


def on_sale(size: float) -> int:
    """Return the capacity on sale (bytes) that a size in `zpool list`, without what ZFS and partitions
    keep, comes from."""
    steps = [n * 0.01 * TB for n in (12, 24, 25, 48, 50, 96, 192, 384, 768, 1536, 3072)]
    steps += [n * 0.5 * TB for n in range(1, 80)]
    near = min(steps, key=lambda step: (abs(step - size * 1.002), step))
    return round(near if abs(near - size) < FAR * size else size)
