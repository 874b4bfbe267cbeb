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
BOOT = ("rpool", "boot-pool", "bpool", "freenas-boot", "zroot")
FAR = 0.03
"""Largest deviation of a size in `zpool list` from a disk's capacity on sale, which is then meant."""


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
    """Return the pools that zpool printed."""
    found, header, ended = list[Found](), list[str](), True
    for line in text:
        plain = line.text.expandtabs(8)
        cells = plain.split()
        if cells[:1] == ["NAME"] and {"STATE", "SIZE"} & {*cells} and not line.words:
            header, ended = cells[1:], True
        elif not cells or line.words or re.match(r"\s*[a-z]+:( |$)", plain):
            header = header if ended and not cells else []
        elif header:
            row = Row(line.number, len(plain) - len(plain.lstrip()), cells[0], cells[1:])
            inner = row.name in SECTIONS or LABEL.fullmatch(row.name)
            if not ended and "SIZE" in header and not inner and not found[-1].flat:
                ended = row.indent <= found[-1].rows[0].indent
            if ended:
                found.append(Found(header, []))
            found[-1].rows.append(row)
            ended = False
    return [one for one in found if len(one.rows) > 1 or "STATE" in one.header]


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
    for line in text:
        if re.match(r"\s*scan:.*(resilver|scrub) in progress", line.text):
            pool.note(
                "a resilver or scrub is in progress: add it as a failure, the machine starts without"
            )
    if not pool.whole:
        raise wrong(
            found[name].rows[0].number,
            f"the pool {name[:40]!r} must have its devices below it, got none",
        )
    return True


def take(pool: Pool, found: Found) -> None:
    """Take the vdevs of a pool, and the sizes of its devices if they are said."""
    vdevs, section, inside, first = list[Vdev](), "data", 0, False
    base, flat = found.rows[0].indent, found.flat
    least = min((row.indent for row in found.rows if row.indent > base), default=base)
    for row in found.rows[1:]:
        label, indent = LABEL.fullmatch(row.name), row.indent
        if row.name in SECTIONS and (indent <= base or flat):
            section, inside = SECTIONS[row.name] or section, 0
        elif label and label[1] in INSIDE:
            inside, first = indent, True
        elif inside and indent > inside and not first:
            continue
        elif label:
            vdevs.append(Vdev("" if label[1] in GONE else section, label[1], []))
        else:
            inside = inside if indent > inside else 0
            top = min(indent, inside or indent) <= least and not flat
            if top or not vdevs or vdevs[-1].section != section or vdevs[-1].layout == "stripe":
                vdevs.append(Vdev(section, "stripe", []))
            vdevs[-1].disks.append(row.name)
            first = False
            state = next((cell for cell in row.cells if cell in STATES), "ONLINE")
            if state not in WELL and not inside:
                pool.note(
                    f"{row.name:.40} is {state}: the machine starts with all its devices well"
                )
    vdevs = [one for one in vdevs if one.section and one.disks]
    if [one for one in vdevs if one.section == "data"]:
        pool.name, pool.vdevs, pool.whole = found.rows[0].name, vdevs, True
        if "SIZE" in found.header:
            take_sizes(pool, found)


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
