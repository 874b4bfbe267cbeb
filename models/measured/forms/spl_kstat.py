"""Files of Linux's /proc/spl/kstat/zfs: `arcstats`, `dmu_tx` and others with a name and a number in each line, and a
pool's `txgs` with a transaction group in each (OpenZFS's `module/os/linux/spl/spl-kstat.c`; `module/zfs/spa_stats.c`,
spa_txg_history_show).

Counters count since the module was loaded; two copies of a file, one after the other, make a difference. Times are in ns,
of txgs since the system's start. A group is committed once its state is C; before, its times are not whole."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping, Sequence
from itertools import compress
from math import fsum

from models.measured.kit.columns import NUMBER, WORD, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.many import facts
from models.measured.kit.measured import Measured, Samples, Value
from models.measured.kit.source import Source

HEAD = re.compile(
    r"\d{1,6}\s+\d\s+0x[0-9a-f]{1,8}\s+\d{1,12}\s+\d{1,12}\s+\d{1,20}\s+(\d{1,20})", re.ASCII
)
NAMED = ["name", "type", "data"]
NUMBERS = "0123456"
"""Types of a line that are numbers."""
TXGS = {"txg", "birth", "state"}
"""The first three columns; in 0.6.1 the state stood before the birth."""
TIMES = {"otime": "open", "qtime": "quiesce", "wtime": "wait", "stime": "sync"}
SIZES = {"ndirty": "dirty_bytes", "nread": "read_bytes", "nwritten": "write_bytes"}
COUNTS = {"reads": "reads", "writes": "writes"}
NS = 1e9
EXAMPLES = {
    "named": "hits                            4    8123456",
    "txgs": "9001  1000000000  C  412672  0  1048576  0  42  5000000000  4000  60000  120000000",
}
KNOWN = {"arcstats": "c_max", "dmu_tx": "dmu_tx_assigned", "zil": "zil_commit_count"}
"""Files, and a name that is in each."""
GAUGES = {
    "size": "arc_size_bytes",
    "c": "arc_target_bytes",
    "c_min": "arc_least_bytes",
    "c_max": "arc_most_bytes",
}
GAUGES |= {"l2_size": "l2_size_bytes", "l2_asize": "l2_allocated_bytes"}
GAUGES |= {
    "memory_free_bytes": "memory_free_bytes",
    "memory_available_bytes": "memory_available_bytes",
}


def is_named(head: Sequence[str]) -> bool:
    """Return whether a line has the three headings."""
    return any(line.split() == NAMED for line in head[:200])


def is_txgs(head: Sequence[str]) -> bool:
    """Return whether a line has the headings of transaction groups."""
    return any({*line.split()[:3]} == TXGS for line in head[:200])


def read_named(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what a file's counters say: their growth from the first copy to the last, or since the start."""
    found = Measured("spl kstat")
    copies, times = list[dict[str, int]](), list[int]()
    for number, line in source.lines():
        cells = line.split()
        found.lines += 1
        if match := HEAD.fullmatch(line.strip()):
            times.append(int(match[1]))
        elif cells == NAMED:
            copies.append({})
        elif len(cells) >= len(NAMED) and cells[-2] in NUMBERS:
            digits = cells[-1].removeprefix("-")
            if not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
                found.leave(number, f"the last word must be a whole number, got {cells[-1][:20]!r}")
            elif copies:
                copies[-1][" ".join(cells[:-2])] = int(cells[-1])
    copies = [copy for copy in copies if copy]
    if not copies:
        return found
    last, first = copies[-1], copies[0] if len(copies) > 1 else {}
    name = next((name for name, has in KNOWN.items() if has in last), "kstat")
    values: dict[str, Value] = {}
    for key, value in last.items():
        if name == "arcstats" and key in GAUGES:
            values[GAUGES[key]] = value
        else:
            values[key] = value - first.get(key, 0)
    if name == "arcstats":
        values |= of_arc(values)
    found.part(name).values = values
    if not first:
        found.note("counters count since the module was loaded, which is no interval")
        return found
    found.note(
        f"{len(copies)} copies: counters are the last less the first; those that are no counters mean nothing"
    )
    if len(times) > 1 and times[-1] > times[0]:
        found.values["interval_s"] = (times[-1] - times[0]) / NS
    return found


def of_arc(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return the reads of the ARC, and the shares of hits."""
    found: dict[str, Value] = {}
    for start in (
        "",
        "demand_data_",
        "demand_metadata_",
        "prefetch_data_",
        "prefetch_metadata_",
        "l2_",
    ):
        counts = [values.get(f"{start}{each}", 0) for each in ("hits", "iohits", "misses")]
        hits, waits, misses = (count if isinstance(count, int) else 0 for count in counts)
        if (reads := hits + waits + misses) > 0:
            found |= {
                f"{start}reads": reads,
                f"{start}hit_ratio": hits / reads,
                f"{start}miss_ratio": misses / reads,
            }
    return found


def read_txgs(source: Source, told: Mapping[str, str]) -> Measured:
    """Return how long transaction groups were open, waited and were written, one by one."""
    found = Measured("spl txgs")
    header = next(line.split() for line in source.head if {*line.split()[:3]} == TXGS)
    places = {
        name: (place, WORD if name == "state" else NUMBER) for place, name in enumerate(header)
    }
    known = ["txg", "birth", "state", *TIMES, *SIZES, *COUNTS]
    shape = Shape(
        "", len(header), len(header), {name: places[name] for name in known if name in places}
    )
    kept: dict[float, tuple[float, ...]] = {}
    names = [name for name in shape.places if name != "state"]
    left, is_sound = 0, True
    for block in source.blocks():
        columns = columns_of(block.data, shape)
        found.lines += columns.rows
        lines = block.text.split("\n") if columns.odd else []
        for place in columns.odd:
            line = lines[place].strip()
            if {*line.split()[:3]} != TXGS and not HEAD.fullmatch(line):
                found.leave(
                    block.first + place, f"a row must have {len(header)} columns, got {line[:40]!r}"
                )
        numbers, words = columns.words["state"]
        is_done = [words[number] == "C" for number in numbers]
        left += is_done.count(False)
        is_sound &= all(facts(columns.numbers[name]).least >= 0 for name in names)
        picked = zip(*(compress(columns.numbers[name], is_done) for name in names), strict=True)
        kept |= {row[0]: row for row in picked}
    if left:
        found.note(f"{left} groups that are not committed yet are left out")
    if not kept:
        return found
    rows = [kept[txg] for txg in sorted(kept) if is_sound or min(kept[txg]) >= 0]
    if negative := len(kept) - len(rows):
        found.note(f"{negative} groups with negative numbers are left out")
    by = dict(zip(names, zip(*rows, strict=True), strict=False))
    births = by.get("birth", ())
    found.values["txgs"] = len(rows)
    if births:
        found.values["span_s"] = (births[-1] - births[0]) / NS
    since = array("d", [(birth - births[0]) / NS for birth in births])
    for column, name in TIMES.items():
        if column in by:
            found.part(name).latencies = Samples((each / NS for each in by[column]), since)
    for column, name in (SIZES | COUNTS).items():
        if column in by:
            found.values[name] = fsum(by[column])
    return found


FORM = Form("spl kstat", EXAMPLES["named"], is_named, read_named)
TXG = Form("spl txgs", EXAMPLES["txgs"], is_txgs, read_txgs)
