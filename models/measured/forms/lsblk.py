"""`lsblk -d -o NAME,ROTA,MODEL`: what the drives of a Linux machine are (util-linux, lsblk.c). ROTA is 1 for what turns."""

from collections.abc import Mapping, Sequence

from models.commands.disks import disk_of
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured
from models.measured.kit.source import Source

EXAMPLE = "sda  1  ST4000NM0035-1V4107"
BRANCHES = " |`└├│"
"""How the line of a partition begins."""
TURNS, SOLID = "disk", "an SSD"


def place_of(line: str) -> int | None:
    """Return at which word of a heading ROTA is, or None if the line is none."""
    words = line.split()
    return words.index("ROTA") if words[:1] == ["NAME"] and "ROTA" in words else None


def is_like(head: Sequence[str]) -> bool:
    """Return whether one of the first lines is a heading with NAME and ROTA."""
    return any(place_of(line) is not None for line in head)


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the kind of each drive: by its model if that is known, else whether it turns."""
    found, place, indent = Measured("lsblk"), None, 0
    drives: dict[str, str] = {}
    for number, line in source.lines():
        found.lines += 1
        cells, heading = line.split(), place_of(line)
        if heading is not None:
            place, indent = heading, len(line) - len(line.lstrip())
            continue
        if place is None or not cells or line[indent : indent + 1] in BRANCHES:
            continue
        if len(cells) <= place or cells[place] not in ("0", "1"):
            found.leave(number, f"ROTA must be 0 or 1, got {line[:40]!r}")
            continue
        model = disk_of("_".join(cells[place + 1 :])).kind
        drives[cells[0]] = (
            TURNS if cells[place] == "1" else model if "-" in model or model == "optane" else SOLID
        )
    if drives:
        found.values["drives"] = drives
    return found


FORM = Form("lsblk", EXAMPLE, is_like, read)
