"""The forty cells of the comparison of 2009, beside a rule of thumb, and the claims about them."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from statistics import fmean, median

from figures.benchmarks.experiments.four_systems import tested
from figures.define.claims import measured
from figures.define.figure import Row, Rows, target
from figures.kit.rows import of, one
from models.units import MiB

SYSTEMS = ("7410", "7310", "7210", "7110")
STREAMS = {
    "cold-stream-light": "read, 1 thread",
    "stream-light": "again, 1 thread",
    "cold-stream": "read, 20 threads",
    "stream": "again, 10 threads",
    "write-light": "write, 1 thread",
    "write": "write, 20 threads",
}
SMALL = {
    "cold-random": "random reads",
    "random": "random reads, again",
    "sync": "safe overwrites",
    "filecreate": "new files",
}
WRITES = ("write-light", "write", "sync", "filecreate")
A_DISK, WIRE = 100, 1.25e9
"""The rule of thumb: requests a second of a disk, and bytes a second of a port of 10 Gbit/s."""
CLOSE = 0.25
THEIRS, OURS, TIE, NEITHER = "the rule of thumb", "the machine", "both", "neither"


def forty(model: Mapping[str, float]) -> Rows:
    """Return a row for each cell: test, name, system, kind, disks, model, thumb and measured (SI),
    error and its rule's (shares), better (who is nearer; neither if both are more than a quarter off).
    And two rows ratio (who, name, system, ratio) for each. model: the numbers by row and system, in
    the table's units."""
    rows: Rows = []
    for test, name in {**STREAMS, **SMALL}.items():
        for system in SYSTEMS:
            streams = test in STREAMS
            unit, (disks, kept) = MiB if streams else 1, shape(system, streams)
            thumb = (WIRE if streams else disks * A_DISK) * (kept if test in WRITES else 1)
            own, found = model[f"cmp-{test}/{system}"] * unit, measured(f"cmp-{test}-{system}")
            error, other = own / found - 1, thumb / found - 1
            rows.append(
                {
                    "row": "cell",
                    "test": test,
                    "name": name,
                    "system": system,
                    "line": line(name, system),
                    "kind": "streams" if streams else "small",
                    "disks": disks,
                    "from": 0.0 if streams else 100.0,
                    "model": own,
                    "shown": own / unit,
                    "thumb": thumb,
                    "measured": found,
                    "error": error,
                    "thumb error": other,
                    "better": NEITHER
                    if min(abs(error), abs(other)) > CLOSE
                    else OURS
                    if abs(error) <= abs(other)
                    else THEIRS,
                }
            )
            rows += [
                {"row": "ratio", "who": who, "name": name, "system": system, "ratio": 1 + off}
                for who, off in ((OURS, error), (THEIRS, other))
            ]
    return rows


@cache
def shape(system: str, streams: bool) -> tuple[int, float]:
    """Return a system's disks, and the share of what they write that is data."""
    pool = tested(system, streams).pool
    data = 1 if pool.layout == "mirror" else pool.width - 1
    return pool.vdevs * pool.width, data / pool.width


def line(name: str, system: str) -> str:
    """Return the label of a cell's bar: the first of a test has its name, and the others blanks, each its
    own."""
    place = SYSTEMS.index(system)
    first = name if not place else ""
    blanks = [*STREAMS.values(), *SMALL.values()].index(name) * len(SYSTEMS) + place
    return first or "\N{ZERO WIDTH SPACE}" * (blanks + 1)


def summary(cells: Iterable[Row]) -> dict[str, float]:
    """Return numbers about the forty cells: medians of the errors, and in how many who is better."""
    cells = list(cells)
    return {
        "median": median(abs(row["error"]) for row in cells),
        "thumb_median": median(abs(row["thumb error"]) for row in cells),
        "ours": sum(row["better"] == OURS for row in cells),
        "theirs": sum(row["better"] == THEIRS for row in cells),
        "neither": sum(row["better"] == NEITHER for row in cells),
    }


def at(test: str, system: str) -> Callable[[Rows], float]:
    """Return a function that takes rows and returns the machine's number for a cell (SI)."""
    return lambda rows: one(rows, "cell", test=test, system=system)["model"]


def each(test: str, system: str) -> Callable[[Rows], float]:
    """Return a function that takes rows and returns that number for each disk."""
    return lambda rows: (
        at(test, system)(rows) / one(rows, "cell", test=test, system=system)["disks"]
    )


def expected(rows: Rows) -> float:
    """Return the cold random reads a second of a SATA disk, on average over three systems."""
    return fmean(each("cold-random", system)(rows) for system in SYSTEMS[:3])


def writes_below_reads(rows: Rows) -> float:
    """Return the share by which streams of writes are slower than those of reads that were read
    before, on average over systems and numbers of threads."""
    pairs = (("write-light", "stream-light"), ("write", "stream"))
    return 1 - fmean(
        at(write, system)(rows) / at(read, system)(rows)
        for write, read in pairs
        for system in SYSTEMS
    )


def from_disk_first(rows: Rows) -> bool:
    """Return whether each system reads faster after a cold run with as many threads, in streams and at
    random: then a part comes from memory."""
    return all(
        at(again, system)(rows) > at(cold, system)(rows)
        for cold, again in (("cold-stream-light", "stream-light"), ("cold-random", "random"))
        for system in SYSTEMS
    )


def as_in_the_charts(rows: Rows) -> bool:
    """Return whether the 7410 leads all reads and small requests, the 7310 the streams of writes, and
    the 7110 is last in all rows but not for each disk."""

    def leads(test: str, system: str, least: bool = False) -> bool:
        numbers = {name: at(test, name)(rows) for name in SYSTEMS}
        return (min if least else max)(numbers, key=lambda name: numbers[name]) == system

    tests = {row["test"] for row in of(rows, "cell")}
    return (
        all(leads(test, "7410") for test in tests - {"write-light", "write"})
        and all(leads(test, "7310") for test in ("write-light", "write"))
        and all(leads(test, "7110", True) for test in tests)
        and each("random", "7110")(rows) > min(each("random", name)(rows) for name in SYSTEMS)
    )


def threads_over_rate(rows: Rows) -> float:
    """Return the response time (s) of 20 clients with 128 threads each on the 7410, by Little's law."""
    return 20 * 128 / at("random", "7410")(rows)


REPRODUCES = [
    "7000-comparison-table",
    "7000-per-spindle-table",
    "7000-headlines",
    "7000-metrics-table",
    "7000-systems-config",
    "7000-charts",
]
TARGETS = [
    *(
        target(f"cmp-{test}-{system}", at(test, system))
        for test in (*STREAMS, *SMALL)
        for system in SYSTEMS
    ),
    target("cmp-cold-from-disk-pattern", from_disk_first),
    target("charts-pattern", as_in_the_charts),
    *(target(f"per-spindle-cold-{system}", each("cold-random", system)) for system in SYSTEMS),
    *(target(f"per-spindle-warm-{system}", each("random", system)) for system in SYSTEMS),
    target("per-spindle-expected", expected),
    target("headline-7410-throughput", at("stream", "7410")),
    target("headline-7310-write", at("write", "7310")),
    target("headline-7410-sync", at("sync", "7410")),
    target("headline-7410-random", at("random", "7410")),
    target("headline-mail-latency", threads_over_rate),
    target("headline-write-vs-read", writes_below_reads),
    target("headline-filecreate", at("filecreate", "7410")),
    target(
        "headline-hsp-boost",
        lambda rows: at("random", "7410")(rows) / at("cold-random", "7410")(rows) - 1,
    ),
]
CAUSES: dict[str, tuple[str, ...]] = {
    "Twenty clients with one thread have one request of 1 MiB out each, and the model's clients "
    "need 8.5 ms on their cable and 5 ms of their own for it. Real ones may have read ahead, "
    "which the text does not say; then cores would be the limit.": (
        "cmp-cold-stream-light-7410",
        "cmp-stream-light-7410",
    ),
    "The text has no run of this: the rate per disk, the cable's frames and the head's cores all "
    "allow more than was measured, and the rule of thumb is too high as well. Its own rates per "
    "disk, 76 and 94, fit 75 disks, not the 86 that it names.": (
        "cmp-cold-random-7310",
        "cmp-random-7310",
        "per-spindle-cold-7310",
        "per-spindle-warm-7310",
    ),
    "A safe overwrite reads a pointer from the disks first. These were slower than the model's by"
    " a third (see the cold reads of the 7310), and four log devices did less than two on the "
    "7210.": ("cmp-sync-7310",),
    "The model's head is at its limit, as in the 7210 with the same processors. What made the "
    "7310 slower there, with newer software and twice the disks, is not known.": (
        "cmp-cold-stream-light-7310",
        "cmp-cold-stream-7310",
        "cmp-stream-7310",
    ),
    "The model's cores are the limit. It takes 5,000 cycles for a packet of 1,500 bytes on every "
    "head, and that is an estimate.": (
        "cmp-cold-stream-light-7210",
        "cmp-cold-stream-7210",
        "cmp-stream-7210",
    ),
    "Disks are the limit in both. The model reads 16 records of each file ahead, however many "
    "files there are, so that 400 files suit its disks better than 20; the real ones were slower "
    "with 400.": (
        "cmp-cold-stream-light-7110",
        "cmp-cold-stream-7110",
    ),
    "Memory holds less of 400 GB than of any other system; what is left is the error of the cold "
    "run.": ("cmp-stream-light-7110",),
    "The model's cores are the limit, and a byte that is written costs them little more than one that is "
    "read. Measured, writes were 41 % below reads on average; what else a write costs is not published.": (
        "cmp-write-light-7410",
        "cmp-write-7410",
        "cmp-write-light-7210",
        "cmp-write-7210",
    ),
    "Nine disks' worth of data took 25 MiB/s each, a transfer of 128 KiB in little less than a "
    "turn. The model's disks write many transfers in one turn from their caches.": (
        "cmp-write-light-7110",
        "cmp-write-7110",
    ),
    "A commit takes the data of other files with it, as ZFS of 2008 counted four writes after each fsync of "
    "a thread as synchronous (zfs_fsync_sync_cnt). If each COMMIT wrote a block of its own, the model would "
    "make 1,066, 1,046, 1,121 and 154 files. How many files share a commit depends on how the threads "
    "of a client meet, which is not published.": (
        "cmp-filecreate-7410",
        "cmp-filecreate-7310",
        "cmp-filecreate-7210",
        "cmp-filecreate-7110",
        "headline-filecreate",
    ),
    "The model's disk serves twelve and more requests in the best order; the drives' rule is not "
    "published. Cold, it reads too well, and its share from memory is small.": (
        "cmp-cold-random-7110",
        "per-spindle-cold-7110",
    ),
    "Too much of the 400 GB comes from memory: how long the runs were, and so how much they had "
    "read, is not published (60 s, as in the tool's profile).": (
        "cmp-random-7210",
        "per-spindle-warm-7210",
        "headline-hsp-boost",
    ),
    "What twelve disks lose to flushes and to the log's small blocks is an estimate, and the "
    "model loses too little.": ("cmp-sync-7110",),
    "With one request of each client the model's 7410 reads less than the smaller heads, as its "
    "four sockets have longer links; and its 7310 does not lead the streams of writes.": (
        "charts-pattern",
    ),
    "Two heads share nothing but the trays' cables, so a pair is two machines: a model of it "
    "would add a number to itself.": ("headline-cluster",),
    "Caches are cold, so that an overwrite has to read a pointer first, and 48 disks read fewer of them "
    "than 272. With all pointers in memory the model makes 20,530. The text does not say with what in "
    "memory this one number was measured; its table has 22,383 with 272 disks.": (
        "headline-sync-48",
        "headline-sync-48-bytes",
    ),
    "Cores are the limit of reads and writes in the model, so that it writes as fast as it reads. The "
    "published table itself has 41 %, averaged as the model's number is.": (
        "headline-write-vs-read",
    ),
}
"""Why the machine misses a claim -> the claims."""
MISSES: dict[str, str] = {claim: cause for cause, claims in CAUSES.items() for claim in claims}
