"""What fio prints for people (`stat.c`: show_ddir_status, display_lat, show_clat_percentiles; fio 2's: runt=).

Its numbers are rounded: IOPS, BW and sizes to four digits (k is 1,000, KiB 1,024), percentiles up to a whole nsec, usec
or msec, whichever their row is in. How many requests a direction had is in the row of those issued."""

import re
from collections.abc import Callable, Mapping, Sequence

from models.measured.forms.fio_bins import UNITS
from models.measured.forms.fio_fields import plain
from models.measured.forms.fio_json import percentile_name
from models.measured.forms.fio_runs import say_runs
from models.measured.forms.fio_ways import WAYS, Job, Run, Way
from models.measured.kit.form import Form
from models.measured.kit.measured import Measured
from models.measured.kit.moments import seconds
from models.measured.kit.source import Source

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
    rf"iops=\s*{DECIMAL}([kMG]?), runt=\s*(\d{{1,18}})msec"
)
SYNC = re.compile(r"fsync/fdatasync/[\w/]+:$")
LATENCY = re.compile(
    rf"(slat|clat|lat|sync)\s*\(([num])sec\)\s*: min=\s*{DECIMAL}([kMG]?), max=\s*{DECIMAL}([kMG]?), "
    rf"avg=\s*{DECIMAL}([kMG]?), stdev="
)
HEADING = re.compile(r"(.{3,60}?) percentiles \(([num])sec\):$")
PERCENTILE = re.compile(r"(\d{1,3}\.\d{1,9})th=\[\s*(\d{1,18})\]")
ISSUED = re.compile(r"issued(?: rwts?)?\s*: total=([\d,]+|r=\d+/w=\d+/d=\d+)")
DATE = re.compile(r"(\w{3}) +(\d{1,2}) (\d\d:\d\d:\d\d) (\d{4})$")
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
HOST = re.compile(r"<[^>]{1,100}> ?")
"""What stands before a line of a client."""
PER = {"n": UNITS["ns"], "u": UNITS["us"], "m": 1e3}
ISSUES = ("read", "write", "trim", "sync")
EXAMPLE = "read: IOPS=2031, BW=8126KiB/s (8321kB/s)(5656KiB/696msec)"
BITS, KINDS = 8, ("clat", "lat", "slat", "sync")


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
    return HOST.sub("", line, count=1).strip() if line.startswith("<") else line


def amount(text: str, prefix: str, unit: str = "") -> float:
    """Return a number of a prefix: Ki is 1,024, k 1,000; K, M and G of fio 2 are of 1,024, too, but for its counts."""
    number = float(text) if text.replace(".", "", 1).isdigit() else 0.0
    thousand = 1024.0 if prefix.endswith("i") or (unit and prefix != "k") else 1000.0
    for _ in range(" kmgt".index(prefix[0].lower()) if prefix else 0):
        number *= thousand
    return number / BITS if unit == "bit" else number


class Reading:
    """The reading of a report: its runs, and what the next lines belong to."""

    def __init__(self, found: Measured) -> None:
        self.found, self.runs, self.plans = found, [Run([])], dict[str, dict[str, str]]()
        self.way, self.kind, self.per = Way(), "", 1.0
        self.places: list[tuple[str, re.Pattern[str], Callable[[re.Match[str]], None]]] = [
            ("th=[", PERCENTILE, self.percentiles),
            ("avg=", LATENCY, self.latency),
            ("percentiles", HEADING, self.heading),
            ("IOPS=", WAY, self.new),
            ("iops=", OLD_WAY, self.old),
            ("fsync/", SYNC, self.sync),
            ("issued", ISSUED, self.issued),
            ("groupid=", JOB, self.job),
            ("(g=", PLAN, self.plan),
        ]

    def line(self, line: str) -> bool:
        """Take a line. Return whether anything was in it."""
        for mark, pattern, take in self.places:
            if mark in line and (match := pattern.match(bare(line).removeprefix("|").lstrip())):
                take(match)
                return True
        return False

    def plan(self, match: re.Match[str]) -> None:
        """Take what a job is to do."""
        sizes = {way: (low, high) for way, low, high in SIZES.findall(match[3])}
        own = sizes.get("W" if "write" in match[2] else "R") or next(iter(sizes.values()), None)
        options = {"rw": match[2], "ioengine": match[4], "iodepth": match[5]}
        if own:
            low, high = (str(int(amount(*split(each), "B"))) for each in own)
            options |= {"bs": low} if low == high else {"bsrange": f"{low}-{high}"}
        self.plans[match[1]] = options

    def job(self, match: re.Match[str]) -> None:
        """Begin a job; the next run if the job has been."""
        name, group = plain(match[1]), (len(self.runs), int(match[2]))
        if any((job.name, job.group) == (name, group) for job in self.runs[-1].jobs):
            self.runs.append(Run([]))
            group = (len(self.runs), int(match[2]))
        options = {**self.plans.get(match[1], {}), "numjobs": match[3]}
        self.runs[-1].jobs.append(Job(name, group, {}, options))
        if int(match[4]):
            self.found.note(f"job {name} ended with error {match[4]}: it may have done a part only")
        if (date := DATE.search(match[5].strip())) and date[1] in MONTHS:
            at = seconds(int(date[4]), MONTHS.index(date[1]) + 1, int(date[2]), date[3])
            self.runs[-1] = self.runs[-1]._replace(ended=float(at))

    def direction(self, name: str) -> Way:
        """Begin a direction of the job."""
        run = self.runs[-1]
        if not run.jobs:
            run.jobs.append(Job("", (len(self.runs), 0), {}, {}))
        self.way, self.kind = run.jobs[-1].ways.setdefault(name, Way()), ""
        return self.way

    def new(self, match: re.Match[str]) -> None:
        """Take the rates of a direction."""
        way = self.direction(match[1])
        way.iops, way.rate = amount(*match.group(2, 3)), amount(*match.group(4, 5, 6))
        way.size, way.runtime = amount(*match.group(7, 8, 9)), int(match[10]) / 1e3

    def old(self, match: re.Match[str]) -> None:
        """Take the rates of a direction from fio 2."""
        way = self.direction(match[1])
        way.size, way.rate = amount(*match.group(2, 3, 4)), amount(*match.group(5, 6, 7))
        way.iops, way.runtime = amount(*match.group(8, 9)), int(match[10]) / 1e3

    def sync(self, _match: re.Match[str]) -> None:
        """Begin the syncs."""
        self.direction("sync")

    def latency(self, match: re.Match[str]) -> None:
        """Take latencies: those of clat as the direction's, or of lat if there are none."""
        kind, per = match[1], PER[match[2]]
        low, high, mean = (amount(*match.group(at, at + 1)) / per for at in (3, 5, 7))
        if kind in ("clat", "sync"):
            self.way.shortest, self.way.longest, self.way.mean = low, high, mean
        else:
            self.way.more |= {f"{kind}_mean_s": mean, f"{kind}_max_s": high}

    def heading(self, match: re.Match[str]) -> None:
        """Begin percentiles."""
        self.kind = match[1] if match[1] in KINDS else ""
        self.per = PER[match[2]]
        if self.kind:
            self.found.note("percentiles are rounded up to a whole unit of their row by fio")

    def percentiles(self, match: re.Match[str]) -> None:
        """Take a row of percentiles."""
        for key, value in PERCENTILE.findall(match.string):
            label = percentile_name(key)
            if label and self.kind in ("clat", "sync"):
                self.way.percentiles[label] = int(value) / self.per
            elif label and self.kind:
                self.way.more[f"{self.kind}_{label}"] = int(value) / self.per

    def issued(self, match: re.Match[str]) -> None:
        """Take how many requests there were."""
        counts = [int(each[:18]) for each in re.findall(r"\d+", match[1])]
        if self.runs[-1].jobs:
            job = self.runs[-1].jobs[-1]
            ways = job.ways
            if {"read", "write"} <= {*ways} and len(counts) > 1 and (both := counts[0] + counts[1]):
                share = {"rwmixread": f"{100 * counts[0] / both:.0f}"}
                self.runs[-1].jobs[-1] = job._replace(options={**job.options, **share})
            if "mixed" in ways and len({*ways} & {*WAYS[:3]}) == 0:
                ways["mixed"].ios = ways["mixed"].n = counts[0]
            for name, count in zip(ISSUES, counts, strict=False):
                if name in ways:
                    ways[name].ios = ways[name].n = count


def split(size: str) -> tuple[str, str]:
    """Return the number and the prefix of a size."""
    number = size.rstrip("KMGi")
    return number, size[len(number) :]


def read(source: Source, told: Mapping[str, str]) -> Measured:
    """Return what a report says of each direction."""
    found = Measured("fio report")
    reading = Reading(found)
    for _, line in source.lines():
        found.lines += reading.line(line)
    ways = [way for run in reading.runs for job in run.jobs for way in job.ways.values()]
    for way in ways:
        if settle(way):
            found.note("latencies are whole ones (lat), as there are no percentiles of clat")
        if not way.ios:
            found.note("how many requests there were is not in the file (issued rwts)")
    if ways:
        found.note("IOPS, BW and sizes are rounded by fio to four digits")
        say_runs(found, [run for run in reading.runs if any(job.ways for job in run.jobs)])
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
