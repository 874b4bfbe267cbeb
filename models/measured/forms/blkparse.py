"""Text of blkparse: the events of each request (`blkparse_fmt.c`).

A row is device, CPU, number, seconds, process, action, flags, sector (of 512 B) + sectors, [name]. D is the issue to the
device, C the completion, Q the entry into the block layer: C - D by device and sector is the device's time, C - Q that
of the response. A is a remap of a partition and no request of its own, m a message, M a merge: a merged Q has no C of its
own, as the request that it joined completes. A flush has no sector on its D line, and sector 0 on its C line; the summary
counts it among the reads. Completions of requests that were issued before the trace began have no D."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from models.measured.forms.snoop import FLUSH, way_of
from models.measured.kit.columns import NUMBER, WORD, Columns, Shape, columns_of
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured, Samples
from models.measured.kit.source import Block, Source
from models.units import sector

ROW = re.compile(
    r"\s*(\d{1,9},\s*\d{1,9})\s+\d{1,9}\s+\d{1,20}\s+(\d{1,20}\.\d{1,9})\s+\d{1,20}\s+([A-Za-z]{1,2})\s+(\S+)(?:\s|$)"
)
SUMMARY = re.compile(
    r"\s*(CPU\d+ \(|Total \(|Reads |Read |IO unplugs|Throughput|Events \(|Skips:|Input file|\w+ traces? )"
)
PLACES = {
    "device": (0, WORD),
    "seconds": (3, NUMBER),
    "process": (4, NUMBER),
    "action": (5, WORD),
    "flags": (6, WORD),
    "sector": (7, NUMBER),
    "sectors": (9, NUMBER),
}
SHAPE = Shape("", 10, 60, PLACES)
USED = {"Q", "M", "D", "C"}
LONGEST = 1e8
"""Time (s) from which on it is an error of a clock."""
EXAMPLE = "8,0 3 11 0.009507758 697 C W 223490 + 8 [0]"


def is_like(head: Sequence[str]) -> bool:
    """Return whether most of the first lines, or ten of them, are events."""
    rows = sum(bool(ROW.match(line)) for line in head)
    return rows >= 10 or 2 * rows > len(head)


class Events:
    """The events while they are read.

    issued, queued: of each device, sector -> time (s) of the last D or Q that has not been completed. flushes: of each
    device, times of the D of flushes."""

    def __init__(self, found: Measured) -> None:
        self.found = found
        self.issued: dict[str, dict[float, float]] = {}
        self.queued: dict[str, dict[float, float]] = {}
        self.flushes: dict[str, list[float]] = {}
        self.kept = defaultdict[str, Samples](Samples)
        self.counts = Counter[str]()
        self.first, self.last, self.before = float("inf"), float("-inf"), float("-inf")
        self.sectors = dict.fromkeys(("matched", "read", "write", "discard"), 0)
        self.backwards = False

    def take(self, block: Block) -> None:
        """Take the events of a block: those with a sector and, between them, those without."""
        columns = columns_of(block.data, SHAPE)
        odd = list[tuple[float, str, str, str]]()
        lines = block.text.split("\n") if columns.odd else []
        for place in columns.odd:
            if row := ROW.match(lines[place]):
                self.seen(float(row[2]), float(row[2]))
                if row[3] in ("D", "C") and way_of(row[4]) == FLUSH:
                    odd.append((float(row[2]), row[1], row[3], row[4]))
            elif not SUMMARY.match(lines[place]):
                self.found.leave(
                    block.first + place,
                    f"an event must be as {EXAMPLE}, got {lines[place].strip()[:40]!r}",
                )
        if columns.rows:
            times = columns.numbers["seconds"]
            self.seen(min(times), max(times))
            self.requests(columns)
        for time, device, action, _ in odd:
            self.flush(time, device, action)

    def seen(self, first: float, last: float) -> None:
        """Keep the first and the last time."""
        self.first, self.last = min(self.first, first), max(self.last, last)

    def requests(self, columns: Columns) -> None:
        """Match the completions of a block with what came before."""
        numbers, words = columns.numbers, columns.words
        (devices, names), (actions, acts) = words["device"], words["action"]
        flags, given = words["flags"]
        ways = [way_of(each) for each in given]
        for name in names:
            self.issued.setdefault(name, {}), self.queued.setdefault(name, {})
        issued = [self.issued[name] for name in names]
        queued = [self.queued[name] for name in names]
        used = [act if act in USED else "" for act in acts]
        for device, action, flag, at, time, size in zip(
            devices,
            actions,
            flags,
            numbers["sector"],
            numbers["seconds"],
            numbers["sectors"],
            strict=True,
        ):
            what = used[action]
            if not what:
                continue
            if what == "Q":
                queued[device][at] = time
            elif what == "D":
                if size or ways[flag] != FLUSH:
                    issued[device][at] = time
                else:
                    self.flush(time, names[device], what)
            elif what == "M":
                queued[device].pop(at, None)
                self.counts["merges"] += 1
            elif not size and ways[flag] == FLUSH:
                self.flush(time, names[device], what)
            else:
                self.complete(
                    ways[flag],
                    time,
                    size,
                    issued[device].pop(at, None),
                    queued[device].pop(at, None),
                )

    def complete(
        self, way: str, time: float, size: float, issue: float | None, queue: float | None
    ) -> None:
        """Take a completion, with the time of its issue and its queueing if they are known."""
        self.counts[way] += 1
        if way in self.sectors:
            self.sectors[way] += int(size)
        if issue is None:
            self.counts["unmatched_c"] += 1
        elif self.add(time, issue, "d2c", way):
            self.sectors["matched"] += int(size)
        if queue is not None:
            self.add(time, queue, "q2c")

    def flush(self, time: float, device: str, action: str) -> None:
        """Take the issue or the completion of a flush: of a device they complete in order."""
        waiting = self.flushes.setdefault(device, [])
        if action == "D":
            waiting.append(time)
        else:
            self.counts["flushes"] += 1
            if waiting:
                self.add(time, waiting.pop(0), FLUSH)

    def add(self, time: float, begin: float, *names: str) -> bool:
        """Add a latency to parts, unless it is negative; return whether it was not."""
        if time < begin:
            self.backwards = True
            return False
        seconds = round(time - begin, 9)
        for name in names:
            samples = self.kept[name]
            samples.seconds.append(seconds)
            samples.times.append(time)
        return True


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return the time of the device (d2c), of the response (q2c), and of the device by what the requests do."""
    found = Measured("blkparse text")
    events = Events(found)
    for block in source.blocks():
        events.take(block)
    if events.last < events.first:
        return found
    counts, sectors = events.counts, events.sectors
    for name in sorted(
        events.kept, key=["d2c", "q2c", "read", "write", "discard", FLUSH, "other"].index
    ):
        found.part(name).latencies = events.kept[name]
    found.values |= {
        "bytes": sectors["matched"] * sector,
        "reads": counts["read"],
        "read_bytes": sectors["read"] * sector,
        "writes": counts["write"],
        "write_bytes": sectors["write"] * sector,
        "unmatched_c": counts["unmatched_c"],
        "unmatched_d": sum(map(len, events.issued.values())),
        "flushes": counts["flushes"],
        "merges": counts["merges"],
        "span_s": round(events.last - events.first, 9),
    }
    found.note(
        "d2c is from issue to completion, the device's time; q2c from the entry into the block layer"
    )
    if counts["unmatched_c"]:
        found.note("bytes are of the requests whose issue is in the trace")
    if "d2c" not in events.kept:
        found.note("no request has both its issue (D) and its completion (C) in the trace")
    if events.last - events.first > LONGEST:
        found.values["span_s"] = None
        found.note("times lie more than 1e8 s apart: some are of another clock, so no span is said")
    if events.backwards:
        found.note("some times run backwards: latencies below 0 are left out")
    return found


FORM = Form("blkparse text", EXAMPLE, is_like, read)
