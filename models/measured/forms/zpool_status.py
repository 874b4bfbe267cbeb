"""`zpool status`, `zpool list -v` and `zpool status -j`: the vdevs of pools, which are settings of a machine
(OpenZFS's `cmd/zpool/zpool_main.c`, print_status_config, print_class_vdevs).

A disk that is replaced, or for which a spare stands, is one disk of its vdev. A dRAID says its parity, data, children
and spares in its name. Neither the ashift nor a record's size is there; sizes are in `zpool list -v` alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from models.commands.pool import Pool, Vdev
from models.commands.status import LABEL, LOST, SECTIONS, STATES, Found, pools_in, take
from models.commands.text import MOST_LINES, MOST_TEXT, Line, cleaned, lines
from models.measured.forms.zpool_text import COUNTS, take_machine
from models.measured.kit.form import Form
from models.measured.kit.json_text import documents
from models.measured.kit.measured import Measured
from models.measured.kit.source import Refused, Source

POOL = re.compile(r"\s*pool: (\S.*)")
STATE = re.compile(r"\s*state: (\S+)")
ENDING = re.compile(r"\s*errors: ")
DAMAGE = re.compile(r"[1-9]\d* data errors|[Pp]ermanent errors")
GOES_ON = "in progress"
SCAN = re.compile(r"\s*(?:scan|scrub): (.*)")
HEADER = re.compile(r"\s*NAME\s+(STATE|SIZE)\s+(READ|ALLOC|CAP)")
RATIO = re.compile(r"\s\d+\.\d\dx(?:\s|$)")
"""Of a row of `zpool list -H`, which has no devices."""
EXAMPLE = "tank  ONLINE  0  0  0"
ERRORS = {"READ": "read", "WRITE": "write", "CKSUM": "cksum", "SLOW": "slow"}
CLASSES = {
    "special": "special",
    "dedup": "dedup",
    "logs": "logs",
    "l2cache": "cache",
    "spares": "spares",
}
"""Keys of the JSON beside "vdevs", and the headings that they have in the text."""
DEEPEST, MOST_HEAD = 10, 300


def is_like(head: Sequence[str]) -> bool:
    """Return whether the first lines have the header of a pool's devices, or two or more devices with their states."""
    head = cleaned("\n".join(head[:MOST_HEAD]))
    rows = [line.split()[1:2] for line in head if not POOL.match(line) and not RATIO.search(line)]
    return any(map(HEADER.match, head)) or sum(row[0] in STATES for row in rows if row) > 1


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the layout of a pool as settings, and what is wrong with it. Raise Refused if it has no devices."""
    text, size, count = list[str](), 0, 0
    for block in source.blocks():
        count += block.data.count(b"\n") + 1
        if block.first <= MOST_LINES and size <= MOST_TEXT:
            for number, line in block.lines():
                size += len(line) + 1
                if number > MOST_LINES or size > MOST_TEXT:
                    break
                text.append(line)
    found = of_text("\n".join(text), source.name)
    found.lines = count
    if count > len(text):
        found.note(f"read: the first {len(text):,} of {count:,} lines, in which the layout stands")
    return found


def of_text(text: str, name: str) -> Measured:
    """Return what a `zpool status` says. name: of the file."""
    found = Measured("zpool status")
    text = "\n".join(single(cleaned(text)))
    rows = list(lines(text))
    pools = {one.rows[0].name: one for one in pools_in(rows)}
    try:
        pool = take_machine(text, found)
    except ValueError as error:
        raise Refused(f"{name}: {error}") from None
    if pool is None:
        return found
    found.values = {"pool": pool.name, **said_of(pool.name, text), "layout": layout(pool)}
    found.notes[:0] = ills(pools.get(pool.name), text)
    if errors := errors_of(pools.get(pool.name)):
        found.values["errors"] = errors
        found.note(f"errors were counted on {', '.join(errors):.200}")
    if is_headless(rows):
        found.machine, found.kinds = {}, {}
        found.note(
            "the beginning is missing, and more devices with it: no machine is taken from this"
        )
        del found.values["pool"]
    heads, ends = (sum(map(bool, map(one.match, text.split("\n")))) for one in (POOL, ENDING))
    if heads > ends:
        found.note(
            "the line 'errors:' is missing below the devices: if the text is cut off, more devices may follow"
        )
    if len(pools) > 1:
        found.values["pools"] = {name: layout(of_table(one)) for name, one in pools.items()}
    return found


def is_headless(rows: Sequence[Line]) -> bool:
    """Return whether a table begins below its first vdev: with another one, or with a device further to the right than what
    follows."""
    tables = [one for one in pools_in(list(rows)) if not one.flat]
    below = [row for one in tables[:1] for row in one.rows if row.cells or row.name in SECTIONS]
    if not below:
        return False
    first = below[0]
    if LABEL.fullmatch(first.name) and "-" in first.name:
        return not first.name.endswith("-0")  # the first vdev of all
    return min(row.indent for row in below) < first.indent


def single(text: Sequence[str]) -> Sequence[str]:
    """Return the lines of a text in which a mail or a web page put a blank line after each."""
    return text[::2] if len(text) > 4 and not any(map(str.strip, text[1::2])) else text


def of_table(one: Found) -> Pool:
    """Return the pool of a table."""
    made = Pool()
    take(made, one)
    return made


def said_of(name: str, text: str) -> dict[str, str]:
    """Return a pool's state, and what is scanned, by the lines above its table."""
    now, found = "", dict[str, str]()
    for line in text.split("\n"):
        if match := POOL.match(line):
            now = match[1].strip()
        for key, pattern in (("state", STATE), ("scan", SCAN)):
            if now in ("", name) and (match := pattern.match(line)):
                said = match[1].strip()
                if key not in found or (GOES_ON in said and GOES_ON not in found[key]):
                    found[key] = said  # draid has a line of its rebuilt disks, too
    return found


def layout(pool: Pool) -> dict[str, Any]:
    """Return the vdevs of each section; of the cache and the spares how many devices."""
    found: dict[str, Any] = {
        name: [said(vdev) for vdev in pool.within(section)]
        for name, section in (
            ("data", "data"),
            ("special", "special"),
            ("dedup", "dedup"),
            ("logs", "log"),
        )
    }
    return found | {"cache": len(pool.disks("cache")), "spares": len(pool.disks("spare"))}


def said(vdev: Vdev) -> dict[str, Any]:
    """Return what a vdev is."""
    kind, disks = vdev.kind, len(vdev.disks)
    found: dict[str, Any] = {"type": "disk" if kind == "stripe" else kind, "disks": disks}
    if kind[:5] not in ("raidz", "draid"):
        return found
    parity = int(kind[5])
    parts = {part[-1]: int(part[:-1]) for part in vdev.layout.split(":")[1:]}
    spares = parts.get("s", 0)
    found |= {"parity": parity, "data_disks": parts.get("d", disks - parity - spares)}
    return found | ({"spares": spares} if kind[0] == "d" else {})


def ills(found: Found | None, text: str) -> Iterator[str]:
    """Yield what is wrong with a pool: devices that are not well, and files that are damaged."""
    bad = [
        f"{row.name} is {row.cells[0]}"
        for row in (found.rows if found else ())
        if row.cells and row.cells[0] in LOST
    ]
    if bad:
        yield f"mend the pool before you measure it: {', '.join(bad):.300}"
    for line in text.split("\n"):
        if (match := ENDING.match(line)) and DAMAGE.search(line):
            yield f"data is lost: {line[match.end() :].strip().rstrip(':'):.200}"


def errors_of(found: Found | None) -> dict[str, dict[str, float]]:
    """Return the errors of devices that have any, and their slow requests (-s)."""
    errors: dict[str, dict[str, float]] = {}
    for row in found.rows if found else ():
        cells = dict(zip(found.header if found else (), row.cells, strict=False))
        for column, name in ERRORS.items():
            if column in cells and "STATE" in cells:
                try:
                    count = COUNTS[cells[column]]
                except ValueError:
                    continue
                if count > 0:
                    errors.setdefault(row.name, {})[name] = count
    return errors


def is_json(head: Sequence[str]) -> bool:
    """Return whether the first lines are JSON of pools with vdevs."""
    text = "".join(head)
    return "{" in text and '"pools"' in text and '"vdev' in text


def read_json(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the same of `zpool status -j`, written as text. Raise Refused if the JSON is not whole."""
    try:
        whole = (one.value for one in documents(source.whole()) if not one.fault)
        pools = next(one for one in whole if "pools" in one)["pools"]
        rows = [line for pool in pools.values() for line in text_of(pool)]
    except (StopIteration, KeyError, TypeError, AttributeError):
        if is_like(source.head):
            return read(source, told)
        raise Refused(
            f'{source.name} must have the whole JSON of zpool status -j, with "pools", got another'
        ) from None
    return of_text("\n".join(rows), source.name)


def text_of(pool: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines that `zpool status` prints of a pool."""
    yield f"  pool: {pool['name']}"
    yield f" state: {pool.get('state', 'ONLINE')}"
    if scan := pool.get("scan_stats"):
        done = scan.get("state") in ("FINISHED", "CANCELED")
        way = "finished" if done else "in progress"
        yield f"  scan: {str(scan.get('function', 'scrub')).lower()} {way}"
    yield "config:"
    yield ""
    yield "\tNAME  STATE  READ WRITE CKSUM"
    yield from devices(pool["vdevs"], 0)
    for key, heading in CLASSES.items():
        if inner := pool.get(key):
            yield f"\t{heading}"
            yield from devices(inner, 1)
    yield ""
    yield f"errors: {pool.get('error_count', 0)}"


def devices(inner: Mapping[str, Any], depth: int) -> Iterator[str]:
    """Yield the rows of devices and of those below them."""
    for name, one in inner.items():
        state = one.get("state", "ONLINE")
        errors = " ".join(str(one.get(f"{key}_errors", 0)) for key in ("read", "write", "checksum"))
        yield f"\t{'  ' * depth}{name} {state if state in STATES else 'ONLINE'} {errors}"
        if depth < DEEPEST:
            yield from devices(one.get("vdevs", {}), depth + 1)


FORM = Form("zpool status", EXAMPLE, is_like, read)
JSON = Form("zpool status -j", '{"pools": {"tank": {"vdevs": ...', is_json, read_json)
