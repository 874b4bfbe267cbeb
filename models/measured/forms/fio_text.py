"""What fio prints for people (`stat.c`: show_ddir_status, display_lat, show_clat_percentiles; fio 2's: runt=).

Its numbers are rounded: IOPS, BW and sizes to four digits (k is 1,000, KiB 1,024), percentiles up to a whole nsec, usec
or msec, whichever their row is in. How many requests a direction had is in the row of those issued."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache

from models.measured.forms.fio_bins import UNITS
from models.measured.forms.fio_fields import plain
from models.measured.forms.fio_json import LAST_BIN, LAST_MIDDLE, percentile_name
from models.measured.forms.fio_runs import MOST_JOBS, say_runs
from models.measured.forms.fio_ways import WAYS, Job, Run, Way
from models.measured.kit import frames
from models.measured.kit.form import Form
from models.measured.kit.frames import BROKEN, WHOLE, example
from models.measured.kit.measured import Measured
from models.measured.kit.moments import seconds
from models.measured.kit.source import Block, Source

DECIMAL = r"([\d.]{1,20})"
JOB = re.compile(r"(\S.{0,200}?): \(groupid=(\d{1,9}), jobs=(\d{1,9})\): err=\s*(\d{1,9})(.*)")
PLAN = re.compile(r"(\S.{0,200}?): \(g=\d{1,9}\): rw=(\w+), bs=(.*), ioengine=(\w+), iodepth=(\d+)")
SIZES = re.compile(r"(?:\(([RWT])\) )?([\d.]{1,9}[KMG]?i?)B?-([\d.]{1,9}[KMG]?i?)B?(?=[,/]|$)")
WAY = re.compile(
    rf"(read|write|trim|mixed)\s*: IOPS={DECIMAL}([kMG]?), BW={DECIMAL}([kKMGT]?i?)(B|bit)/s "
    rf"\([^)]*\)\({DECIMAL}([kKMGT]?i?)(B|bit)/(\d{{1,18}})msec\)"
)
OLD_WAY = re.compile(
    rf"(read|write|trim|mixed)\s*: io={DECIMAL}([kKMGT]?)(B|bit), bw={DECIMAL}([kKMGT]?)(B|bit)/s, "
    rf"iops=\s*{DECIMAL}([kKMG]?), runt=\s*(\d{{1,18}})msec"
)
SYNC = re.compile(r"fsync/fdatasync/[\w/]+:$")
LATENCY = re.compile(
    rf"(slat|clat|lat|sync)\s*\(([num])sec\)\s*: min=\s*{DECIMAL}([kKMG]?), max=\s*{DECIMAL}([kKMG]?), "
    rf"avg=\s*{DECIMAL}([kKMG]?), stdev="
)
HEADING = re.compile(r"(.{3,60}?) percentiles \(([num])sec\):$")
PERCENTILE = re.compile(r"(\d{1,3}\.\d{1,9})th=\[\s*(\d{1,18})\]")
ISSUED = re.compile(r"issued(?: rwts?)?\s*: total=([\d,]+|r=\d+/w=\d+/d=\d+)")
PID = re.compile(r"pid=\d{1,9}")
DATE = re.compile(r"(\w{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})$")
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
HOST = re.compile(r"<[^>]{1,100}> ?")
"""What stands before a line of a client."""
LOGGED = re.compile(
    r"(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?Z?(?: [A-Z]{4,8}\|)?(?: \[\w{1,20}\])? ",
    re.ASCII,
)
"""What stands before a line in a log."""
PER = {"n": UNITS["ns"], "u": UNITS["us"], "m": 1e3}
ISSUES = ("read", "write", "trim", "sync")
EXAMPLE = "read: IOPS=2031, BW=8126KiB/s (8321kB/s)(5656KiB/696msec)"
BITS, KINDS, OWN = 8, ("clat", "lat", "slat", "sync"), ("clat", "sync")
ROW = re.compile(rf"\s*\|?\s*(?:{BROKEN}th=\[ ?{WHOLE}\][, ]*)+")
"""The frame of a row of percentiles."""
STARTS = (WHOLE, BROKEN, *"0123456789")
"""Begins of a frame whose line may be one of a log."""


def is_like(head: Sequence[str]) -> bool:
    """Return whether a line of fio's report is among the first lines."""
    return any(
        match
        for line in head
        for each in (JOB, PLAN, WAY, OLD_WAY, HEADING)
        if (match := each.match(bare(line)))
    )


def bare(line: str) -> str:
    """Return a line without what stands before it."""
    line = line.strip()
    line = HOST.sub("", line, count=1).strip() if line.startswith("<") else line
    line = LOGGED.sub("", line, count=1).lstrip() if line[:1].isdigit() else line
    return line.removeprefix("|").lstrip()


Number = Callable[[str], float]


def number_of(text: str) -> float:
    """Return a number, 0 if it has several points."""
    return float(text) if text.replace(".", "", 1).isdigit() else 0.0


@cache
def factor(prefix: str, unit: str = "") -> float:
    """Return what a prefix stands for: Ki for 1,024, k for 1,000; K, M and G of fio 2 are of 1,024, too, but for its
    counts."""
    thousand = 1024.0 if prefix.endswith("i") or (unit and prefix != "k") else 1000.0
    power = " kmgt".index(prefix[0].lower()) if prefix else 0
    return thousand**power / (BITS if unit == "bit" else 1)


class Reading:
    """The reading of a report: its runs, and what the next lines belong to. held: of a direction, the lines with its percentiles
    and other latencies, which are read if they are wanted. own: directions with percentiles of clat.
    known: processes by name and group of the run's jobs."""

    def __init__(self, found: Measured) -> None:
        self.found, self.runs, self.plans = found, [Run([])], dict[str, dict[str, str]]()
        self.none = self.way = Way()  # kept, as lines are held by a direction's id
        self.held, self.own = dict[int, list[str]](), set[int]()
        self.its, self.known = list[str](), dict[tuple[str, int], set[str]]()

    def take(self, block: Block) -> None:
        """Take the lines of a block."""
        lines = block.text.split("\n")
        if not frames.quick:
            for line in lines:
                self.line(line)
            return
        codes, begins, numbers, known = frames.quick(block.data)
        takers = [taker(frame) for frame in known]
        for line, code, begin in zip(lines, codes, begins, strict=True):
            if its := takers[code]:
                its(self, line, numbers, begin)

    def line(self, line: str) -> None:
        """Take a line."""
        for mark, pattern, take in PLACES:
            if mark in line and (match := pattern.match(bare(line))):
                take(self, match, number_of)
                return

    def hold(self, match: re.Match[str], number: Number) -> None:
        """Hold a row of percentiles."""
        self.its.append(match.string)

    def plan(self, match: re.Match[str], number: Number) -> None:
        """Take what a job is to do."""
        sizes = {way: (low, high) for way, low, high in SIZES.findall(match[3])}
        own = sizes.get("W" if "write" in match[2] else "R") or next(iter(sizes.values()), None)
        options = {"rw": match[2], "ioengine": match[4], "iodepth": match[5]}
        if own:
            low, high = (str(int(size_of(each))) for each in own)
            options |= {"bs": low} if low == high else {"bsrange": f"{low}-{high}"}
        self.plans[match[1]] = options

    def job(self, match: re.Match[str], number: Number) -> None:
        """Begin a job; the next run if the job has been. fio prints every job of a run, copies too, when the run ends."""
        name, own, ended, pid = plain(match[1]), int(match[2]), 0, PID.search(match[5])
        if (date := DATE.search(match[5].strip())) and date[1] in MONTHS:
            ended = seconds(int(date[4]), MONTHS.index(date[1]) + 1, int(date[2]), date[3])
        its = self.known.get((name, own), set())
        is_copy = bool(pid and ended == self.runs[-1].ended and pid[0] not in its)
        if its and not (ended and is_copy):
            self.runs.append(Run([]))
            self.known.clear()
        self.known.setdefault((name, own), set()).add(pid[0] if pid else "")
        group = (len(self.runs), own)
        options = {**self.plans.get(match[1], {}), "numjobs": match[3]}
        if int(match[3]) > 1:
            options["group_reporting"] = ""
        self.runs[-1].jobs.append(Job(name, group, {}, options))
        if int(match[4]):
            self.found.note(f"job {name} ended with error {match[4]}: it may have done a part only")
        if ended:
            self.runs[-1] = self.runs[-1]._replace(ended=float(ended))

    def direction(self, name: str) -> Way:
        """Begin a direction of the job."""
        run = self.runs[-1]
        before = run.jobs[-1].ways.get(name) if run.jobs else None
        if before and before.busy:
            run = Run([])
            self.runs.append(run)
        if not run.jobs:
            run.jobs.append(Job("", (len(self.runs), 0), {}, {}))
        self.way = run.jobs[-1].ways.setdefault(name, Way())
        self.its = self.held.setdefault(id(self.way), [])
        self.its.append("")
        return self.way

    def new(self, match: re.Match[str], number: Number) -> None:
        """Take the rates of a direction."""
        way = self.direction(match[1])
        way.iops = number(match[2]) * factor(match[3])
        way.rate = number(match[4]) * factor(match[5], match[6])
        way.size = number(match[7]) * factor(match[8], match[9])
        way.runtime = number(match[10]) / 1e3

    def old(self, match: re.Match[str], number: Number) -> None:
        """Take the rates of a direction from fio 2."""
        way = self.direction(match[1])
        way.size = number(match[2]) * factor(match[3], match[4])
        way.rate = number(match[5]) * factor(match[6], match[7])
        way.iops = number(match[8]) * factor(match[9])
        way.runtime = number(match[10]) / 1e3

    def sync(self, match: re.Match[str], number: Number) -> None:
        """Begin the syncs."""
        self.direction("sync")

    def latency(self, match: re.Match[str], number: Number) -> None:
        """Take latencies: those of clat as the direction's; others are held."""
        if match[1] not in OWN:
            self.hold(match, number)
            return
        per = PER[match[2]]
        self.way.shortest = number(match[3]) * factor(match[4]) / per
        self.way.longest = number(match[5]) * factor(match[6]) / per
        self.way.mean = number(match[7]) * factor(match[8]) / per

    def heading(self, match: re.Match[str], number: Number) -> None:
        """Begin percentiles."""
        self.hold(match, number)
        if match[1] in OWN:
            self.own.add(id(self.way))
        if match[1] in KINDS:
            self.found.note("percentiles are rounded up to a whole unit of their row by fio")

    def issued(self, match: re.Match[str], number: Number) -> None:
        """Take how many requests there were."""
        counts = [int(number(each[:18])) for each in re.findall(r"\d+", match[1])]
        if self.runs[-1].jobs:
            ways = self.runs[-1].jobs[-1].ways
            if "mixed" in ways and len({*ways} & {*WAYS[:3]}) == 0:
                ways["mixed"].ios = ways["mixed"].n = counts[0]
            for name, count in zip(ISSUES, counts, strict=False):
                if name in ways:
                    ways[name].ios = ways[name].n = count

    def say_options(self) -> None:
        """Say of the copies of a job how many there are, which share they read, and after how many writes they sync."""
        for run in self.runs:
            copies = defaultdict[tuple[str, tuple[int, int]], list[Job]](list)
            for job in run.jobs:
                copies[job.name, job.group].append(job)
            more = {key: self.options_of(its) for key, its in copies.items()}
            for place, job in enumerate(run.jobs):
                own = more[job.name, job.group]
                run.jobs[place] = job._replace(options={**job.options, **own}) if own else job

    def options_of(self, its: Sequence[Job]) -> dict[str, str]:
        """Return the options of a job that its copies tell."""
        names, found = {name for job in its for name in job.ways}, dict[str, str]()
        reads, writes, syncs = (
            sum(job.ways[name].ios for job in its if name in job.ways)
            for name in ("read", "write", "sync")
        )
        if len(its) > 1:
            found["numjobs"] = str(sum(int(job.options.get("numjobs", 1)) for job in its))
        if {"read", "write"} <= names and reads + writes:
            found["rwmixread"] = f"{100 * reads / (reads + writes):.0f}"
        if "sync" in names:
            found["fsync"] = str(max(1, round(writes / syncs)) if syncs else 1)
        if "sync" in names and writes and not syncs:
            self.found.note(
                "the file does not say how many syncs there were: one after each write is taken"
            )
        return found

    def fill_all(self) -> None:
        """Read what is held of directions that are shown, or that have no percentiles of clat."""
        jobs = [job for run in self.runs for job in run.jobs]
        shown = {id(job) for job in (*jobs[:MOST_JOBS], *self.runs[-1].jobs)}
        often = Counter(name for job in jobs for name, way in job.ways.items() if way.busy)
        for job in jobs:
            for name, way in job.ways.items():
                wanted = id(job) in shown or often[name] < 2 or id(way) not in self.own
                if not wanted:
                    continue
                if not fill(way, self.held[id(way)]):
                    self.found.note("a second table of percentiles below one direction is left out")
                if max(way.percentiles.values(), default=0) >= LAST_MIDDLE / UNITS["ns"]:
                    self.found.note(LAST_BIN)


def fill(way: Way, lines: Sequence[str]) -> bool:
    """Read the percentiles and the other latencies of a direction. Return whether it has no second table of them."""
    kind, per, whole = "", 1.0, True
    for line in map(bare, lines):
        if match := LATENCY.match(line):
            name, unit = match[1], PER[match[2]]
            way.more[f"{name}_mean_s"] = number_of(match[7]) * factor(match[8]) / unit
            way.more[f"{name}_max_s"] = number_of(match[5]) * factor(match[6]) / unit
        elif match := HEADING.match(line):
            kind, per = match[1] if match[1] in KINDS else "", PER[match[2]]
            if kind in OWN and way.percentiles:
                kind, whole = "", False
        elif not line:
            kind = ""
        elif kind:
            for key, value in PERCENTILE.findall(line):
                if label := percentile_name(key):
                    its, name = (
                        (way.percentiles, label) if kind in OWN else (way.more, f"{kind}_{label}")
                    )
                    its[name] = int(value) / per
    return whole


PLACES: list[tuple[str, re.Pattern[str], Callable[[Reading, re.Match[str], Number], None]]] = [
    ("th=[", PERCENTILE, Reading.hold),
    ("avg=", LATENCY, Reading.latency),
    ("percentiles", HEADING, Reading.heading),
    ("IOPS=", WAY, Reading.new),
    ("iops=", OLD_WAY, Reading.old),
    ("fsync/", SYNC, Reading.sync),
    ("issued", ISSUED, Reading.issued),
    ("groupid=", JOB, Reading.job),
    ("(g=", PLAN, Reading.plan),
]
"""What stands in a line, its pattern, and what takes it."""
NUMERIC = (LATENCY, WAY, OLD_WAY, ISSUED)
"""Patterns whose groups are words that each frame tells, and numbers."""
Taker = Callable[[Reading, str, Sequence[float], int], None]
"""What takes a line, with the numbers of all lines, and where its own begin."""


@lru_cache(10_000)
def taker(frame: str) -> Taker | None:
    """Return what takes the lines of a frame, None if nothing is in them."""
    marked = [place for place in PLACES if place[0] in frame]
    if not marked:
        return None
    if frame.lstrip()[:1] in STARTS:
        return lambda reading, line, numbers, begin: reading.line(line)
    _, pattern, take = marked[0]
    text, places = example(frame)
    is_held = pattern is PERCENTILE and bool(ROW.fullmatch(frame))
    if len(marked) == 1 and (pattern in NUMERIC or not places):
        if not (match := pattern.match(bare(text))):
            return None
        is_held = pattern is LATENCY and match[1] not in OWN
        parts = {*re.findall(r"[\d.]+", " ".join(filter(None, match.groups())))}
        if parts <= {*places} and not is_held:
            return lambda reading, line, numbers, begin: take(
                reading, match, lambda part: numbers[begin + places[part]]
            )
    if is_held:
        return lambda reading, line, numbers, begin: reading.its.append(line)
    if pattern is JOB and len(marked) == 1:
        return lambda reading, line, numbers, begin: (
            (match := JOB.match(bare(line))) and take(reading, match, number_of)
        )
    return lambda reading, line, numbers, begin: reading.line(line)


def size_of(text: str) -> float:
    """Return a size (bytes)."""
    number = text.rstrip("KMGi")
    return number_of(number) * factor(text[len(number) :], "B")


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what a report says of each direction."""
    found = Measured("fio report")
    reading = Reading(found)
    for block in source.blocks():
        reading.take(block)
    reading.fill_all()
    reading.say_options()
    ways = [each for run in reading.runs for job in run.jobs for each in job.ways.items()]
    for name, way in ways:
        if settle(way):
            found.note(
                "latencies are those of whole requests (lat), because there are no percentiles of clat"
            )
        if not way.ios and name != "sync":
            found.note("how many requests there were is not in the file (issued rwts)")
    if ways:
        found.note("IOPS, BW and sizes are rounded by fio to four digits")
        say_runs(found, [run for run in reading.runs if any(job.ways for job in run.jobs)])
    loads = (found.load, *found.values.get("loads", ()), *found.values.get("loads_in_turn", ()))
    for load in loads if all(name != "sync" for name, _ in ways) else ():
        load.pop("local.o_sync", None)  # a report says nothing of O_SYNC, nor an old one of fsync
    return found


def settle(way: Way) -> bool:
    """Make the whole latencies the direction's if only these have percentiles. Return whether they are."""
    whole = {name[4:]: value for name, value in way.more.items() if name.startswith("lat_")}
    if way.percentiles or not [name for name in whole if name.startswith("p")]:
        return False
    way.more = {name: value for name, value in way.more.items() if not name.startswith("lat_")}
    way.more |= {"clat_mean_s": way.mean, "clat_max_s": way.longest}
    way.mean, way.longest = whole.pop("mean_s", None), whole.pop("max_s", None)
    way.shortest = None
    way.percentiles = {name: value for name, value in whole.items() if value is not None}
    return True


FORM = Form("fio report", EXAMPLE, is_like, read)
