"""A database's files with logbias latency or throughput, in one dataset or in several, and who
waits for whom."""

from collections.abc import Callable, Iterator

from figures.crowds.experiments.facets import over_facets
from figures.crowds.experiments.oltp import OltpDatabase, OltpSpec, Shares, moved, shares
from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    Switch,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count, time
from models.catalogue.machines import values as constants
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.stats import mean, percentile
from models.units import KiB, ms, s
from models.zfs.zil.log_spec import LogSpec

SUN = constants("7410")
WARM, SPAN = 0.12 * s, 0.4 * s
SHOWN = 0.12 * s
CASES = {
    "own datasets, all latency": (True, "latency"),
    "own datasets, data throughput": (True, "throughput"),
    "one dataset, all latency": (False, "latency"),
    "one dataset, data throughput": (False, "throughput"),
}
PLAIN, TABLE, MIXED, HINTED = CASES
LEAST = 0.05 * ms
LOG, POOL, GROUP = "log devices, at commit", "disks, at commit", "disks, with the group"


def run(
    cases: str,
    rule: str,
    takes: str,
    logs: int,
    pairs: int,
    users: int,
    work: float,
    reads: int,
    misses: int,
    changes: int,
    burst: int,
    redo: float,
    record: float,
    redo_record: float,
    redo_held: bool,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: redo (case, t1, t2, latency: of a write to the redo log), burst (case, t1, t2:
    while data files are written), share (case, files, record, logbias, commits, median), moved
    (case, where, bytes, ios: for a transaction), sum (case: rate, waits, use of devices). Times are
    in s from the end of the warm-up.

    The warm-up is not shown, but it counts in `moved`.
    """
    burst = max(burst, changes + 1)
    spec = OltpSpec(
        users=users,
        work=work,
        reads=reads,
        misses=misses,
        changes=changes,
        redo=int(redo),
        burst=burst,
        buffers=max(1000, 2 * burst),
    )
    for case, (apart, bias) in list(CASES.items())[: 4 if cases == "all" else 2]:
        machine = Machine(
            SUN_7410.order(
                pool={"layout": "mirror", "vdevs": pairs},
                log={"devices": logs},
                recordsize=record,
                pointers_held=True,  # beside the files, which are in the server's memory
            ),
            seed,
        )
        wake, sizing = ("last", "fit") if takes == "all" else (SUN["log.wake"], SUN["log.sizing"])
        log = LogSpec(
            rule=rule,
            out=4,
            wake=wake,
            sizing=sizing,
            header=SUN["log.header"],
            granule=SUN["log.granule"],
        )
        files = shares(
            machine,
            log,
            apart=apart,
            data=bias,
            block=int(record),
            redo_record=int(redo_record),
            redo_held=redo_held,
            seed=seed,
        )
        database = OltpDatabase(machine, spec, files, seed=seed)
        shown = 0
        for part in range(1, 5):
            machine.loop.run(until=WARM + part * SPAN / 4)
            fresh = database.redone[shown:]
            shown += len(fresh)
            yield [
                {
                    "row": "redo",
                    "case": case,
                    "t1": max(0.0, w.time - w.latency - WARM),
                    "t2": w.time - WARM,
                    "latency": w.latency,
                }
                for w in fresh
                if WARM < w.time < WARM + SHOWN
            ]
        yield [
            {"row": "burst", "case": case, "t1": max(0.0, start - WARM), "t2": end - WARM}
            for start, end in database.bursts
            if WARM < end < WARM + SHOWN
        ]
        done = [one for one in database.committed if one.time > WARM]
        redone, stored = (
            [one for one in made if one.time > WARM] for made in (database.redone, database.stored)
        )
        waits = [one.wait for one in done] or [0.0]
        commits = [
            batch.released - batch.start for batch in files.redo.log.batches if batch.start > WARM
        ] or [0.0]
        data = [one.latency for one in stored] or [0.0]
        total = WARM + SPAN
        yield [
            {
                "row": "sum",
                "case": case,
                "rate": len(done) / SPAN,
                "wait": mean(waits),
                "wait99": percentile(waits, 0.99),
                "redo": percentile([one.latency for one in redone] or [0.0], 0.5),
                "redo99": percentile([one.latency for one in redone] or [0.0], 0.99),
                "commit": percentile(commits, 0.5),
                "data": percentile(data, 0.5),
                "data_rate": len(stored) * spec.block / SPAN,
                "log_busy": mean([z.busy for z in machine.boxes.log_drives]) / total,
                "starved": database.starved / total / users,
                "disk_busy": mean([disk.busy for disk in machine.disks]) / total,
            },
            *datasets(case, files, record, redo_record if apart else record, bias),
        ]
        database.running = False
        made, n = moved(machine, files), max(1, len(database.committed))
        yield [
            {"row": "moved", "case": case, "where": where, "bytes": bytes / n, "ios": ios / n}
            for where, bytes, ios in (
                (LOG, made.log_bytes, made.log_ios),
                (POOL, made.pool_bytes, made.pool_ios),
                (GROUP, made.group_bytes, made.group_ios),
            )
        ]


def datasets(case: str, files: Shares, record: float, redo_record: float, bias: str) -> Rows:
    """Return a row for each kind of file: the properties of its dataset, and the rate and median
    time of its commits."""
    kinds = {
        "data files": (files.data, record, bias),
        "redo logs": (files.redo, redo_record, "latency"),
        "index": (files.entries, record, "latency"),
    }
    rows = []
    for name, (share, block, meant) in kinds.items():
        batches = [batch for batch in share.log.batches if batch.start > WARM]
        rows.append(
            {
                "row": "share",
                "case": case,
                "files": name,
                "record": float(block),
                "logbias": meant,
                "commits": sum(batch.records for batch in batches) / SPAN,
                "median": percentile(
                    [batch.released - batch.start for batch in batches] or [0.0], 0.5
                ),
            }
        )
    return rows


FIELDS = (
    "rate",
    "wait",
    "wait99",
    "redo",
    "redo99",
    "commit",
    "data",
    "data_rate",
    "log_busy",
    "disk_busy",
    "starved",
)
SHORT = {"plain": PLAIN, "table": TABLE, "mixed": MIXED, "hinted": HINTED}


def values(rows: Rows) -> dict[str, float]:
    v = {}
    for short, case in SHORT.items():
        found = of(rows, "sum", case=case)
        v.update({f"{short}_{field}": found[0][field] if found else 0.0 for field in FIELDS})
        parts = {row["where"]: row for row in of(rows, "moved", case=case)}
        for name, where in (("log", LOG), ("pool", POOL), ("group", GROUP)):
            v[f"{short}_{name}_bytes"] = parts[where]["bytes"] if parts else 0.0
            v[f"{short}_{name}_ios"] = parts[where]["ios"] if parts else 0.0
    v["gain"] = v["table_rate"] / v["plain_rate"] - 1 if v["plain_rate"] else 0.0
    return v


def describe(rows: Rows) -> str:
    v = values(rows)
    text = (
        f"All latency: {count(v['plain_rate'])} transactions a second, and each waits {time(v['plain_wait'])} for its "
        f"redo. Data throughput: {count(v['table_rate'])} ({v['gain']:+.0%}) and {time(v['table_wait'])}."
    )
    if v["hinted_rate"]:
        text += f" All files in one dataset: {time(v['mixed_wait'])} and {time(v['hinted_wait'])}."
    return text


def waits_behind(rows: Rows) -> bool:
    """Return whether redo waits milliseconds for commits of data files in the same dataset, and far
    less in a dataset of its own."""
    v = values(rows)
    return (
        1.5 * v["table_wait"] < v["hinted_wait"]
        and v["hinted_redo99"] > 5 * ms
        and 0 < v["table_commit"] < 0.2 * ms
        and (v["hinted_wait"] > 2 * ms)
    )


def indirect(rows: Rows) -> bool:
    """Return whether throughput means more I/Os to the disks at commit, slightly longer writes of
    data, and fewer bytes and I/Os for the transaction group."""
    v = values(rows)
    slightly = 0 < v["plain_data"] < v["table_data"] < SLIGHTLY * v["plain_data"]
    return (
        slightly
        and v["table_pool_ios"] > 2 * v["plain_pool_ios"]
        and (0 < v["table_group_bytes"] < 0.7 * v["plain_group_bytes"])
        and 0 < v["table_group_ios"] < 0.7 * v["plain_group_ios"]
    )


def redo_gains(rows: Rows) -> bool:
    """Return whether commits wait less, and the log device is less busy, when data files do not use
    it."""
    v = values(rows)
    return (
        0 < v["table_wait"] < 0.6 * v["plain_wait"]
        and 0 < v["table_log_busy"] < 0.8 * v["plain_log_busy"]
    )


def single(case: str, field: str) -> Callable[[Rows], float]:
    return lambda rows: one(rows, "sum", case=case)[field]


INORDER, BLOCKS = "one dataset, trains", "a block at a time"
SLIGHTLY = 1.5  # greatest ratio of the times that counts as slightly longer
WHERE = {
    "domain": [LOG, POOL, GROUP],
    "range": ["var(--wtg-1)", "var(--wtg-3)", "var(--wtg-mute)"],
    "legend": True,
}
CASE = {"label": None}
NAME = over_facets("case", where={"row": "sum"})

FIGURE = Figure(
    id="logbias",
    title="Who waits for whom: logbias",
    caption="A database on a pool with one log device. Who waits: its users, for writes of the redo log. These are the "
    "coloured bars, as wide and as tall as they take long. In the grey stretches data files are written, for which "
    "nobody waits. One transaction: what it costs, in bytes and in I/Os (a mirrored pair counts once).",
    params={
        "burst": Number(
            "Data is written in bursts of",
            SUN["oltp.burst"],
            10,
            1000,
            whole=True,
            step=10,
            help="Number of blocks that the database writers write at once.",
        ),
        "logs": Number(
            "Log devices",
            1,
            1,
            8,
            whole=True,
            help="Number of devices that hold only the intent log.",
        ),
        "users": Number(
            "Users", SUN["oltp.users"], 1, 128, whole=True, help="Number of users, who never pause."
        ),
        "cases": Choice(
            "Compare",
            "two",
            {"all": "logbias and datasets", "two": "logbias only"},
            "Four arrangements of the same files, or two of them. A dataset is a file system in the pool.",
            more=True,
        ),
        "rule": Choice(
            "The log",
            "convoy",
            {"convoy": "one commit at a time", "train": "trains"},
            "2009: the next commit takes all who wait. 2015: trains of 32 KiB or 40 operations.",
            more=True,
        ),
        "takes": Choice(
            "A commit takes",
            "all",
            {"all": "all who wait", "block": "up to the first writer's block"},
            "All who wait: as the text of 2015 describes it. The source code of 2009 suggests the other.",
            more=True,
        ),
        "pairs": Number(
            "Mirrored pairs of disks",
            20,
            4,
            44,
            whole=True,
            help="Number of pairs in the pool. The pool tested had 40 disks.",
            more=True,
        ),
        "work": Number(
            "A transaction's own time",
            SUN["oltp.work"],
            0.5 * ms,
            50 * ms,
            unit="ms",
            more=True,
            stops=tuple(n * ms for n in (0.5, 1, 2, 5, 10, 20, 50)),
            help="Time of each transaction on the database server's processors.",
        ),
        "reads": Number(
            "It reads from memory",
            SUN["oltp.reads"],
            0,
            50,
            whole=True,
            more=True,
            help="Number of blocks read from the storage server's memory, fitted to the published gain.",
        ),
        "misses": Number(
            "It reads from disk",
            0,
            0,
            5,
            whole=True,
            more=True,
            help="Number of blocks read from disk; each takes about a turn and a seek.",
        ),
        "changes": Number(
            "It changes",
            SUN["oltp.changes"],
            1,
            20,
            whole=True,
            more=True,
            help="Number of blocks of data files that it changes, not counting one of an index.",
        ),
        "redo": Number(
            "Redo of a transaction",
            SUN["oltp.redo"],
            512,
            64 * KiB,
            unit="KiB",
            stops=powers(512, 64 * KiB),
            help="How much each transaction adds to the redo log, the database's own journal.",
            more=True,
        ),
        "record": Number(
            "Recordsize of data files",
            SUN["oltp.block"],
            8 * KiB,
            128 * KiB,
            unit="KiB",
            more=True,
            stops=powers(8 * KiB, 128 * KiB),
            help="Size of ZFS's blocks of these files; the database's own blocks have 8 KiB.",
        ),
        "redo_record": Number(
            "Recordsize of redo logs",
            SUN["filesystem.recordsize"],
            8 * KiB,
            128 * KiB,
            unit="KiB",
            more=True,
            stops=powers(8 * KiB, 128 * KiB),
            help="Size of ZFS's blocks of these files; it matters if they are read before they are written.",
        ),
        "redo_held": Switch(
            "Redo logs in memory",
            True,
            "Off: a block of these logs is read before a part of it is overwritten.",
            more=True,
        ),
    },
    presets={
        "one log device, 40 disks": Preset(help="the pool that was tested in 2009"),
        "small bursts": Preset({"burst": 20}, "20 blocks at a time: now the pointer's price shows"),
        BLOCKS: Preset({"takes": "block"}, "then redo never waits for more than one block of data"),
        INORDER: Preset(
            {"rule": "train", "cases": "all"},
            "several commits are under way at once, and end in order",
        ),
        "two log devices": Preset({"logs": 2}),
        "many users": Preset({"users": 64}, "the log device is the limit, and then the disks are"),
        "reads from disk": Preset({"misses": 1}, "too few spindles for reads and data files"),
        "data files of 128 KiB": Preset({"record": 128 * KiB}, "read, changed and written whole"),
        "redo logs of 8 KiB, read first": Preset({"redo_record": 8 * KiB, "redo_held": False}),
        "redo logs of 128 KiB, read first": Preset({"redo_held": False}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "burst"},
                    x1="t1",
                    x2="t2",
                    fy="case",
                    fill="var(--wtg-mute)",
                    fillOpacity=0.25,
                ),
                mark(
                    "rect",
                    {"row": "redo"},
                    x1="t1",
                    x2="t2",
                    y1=LEAST,
                    y2="latency",
                    fy="case",
                    fill="var(--wtg-accent)",
                    inset=0,
                    tip=True,
                ),
                NAME,
            ],
            {
                "x": {"label": "time", "unit": "ms", "domain": [0, SHOWN]},
                "y": {
                    "label": "a redo write takes",
                    "unit": "ms",
                    "type": "log",
                    "grid": True,
                    "domain": [LEAST, 100 * ms],
                    "ticks": [0.1 * ms, 1 * ms, 10 * ms],
                    "tickFormat": "~g",
                },
                "fy": {"axis": None, "label": "files", "padding": 0.25},
            },
            height=290,
            tab="Who waits",
        ),
        panel(
            [
                mark("barX", {"row": "sum"}, x="rate", y="case", fill="var(--wtg-1)", tip=True),
                mark("ruleX", data=[0]),
            ],
            {"x": {"label": "transactions", "unit": "1/s", "grid": True}, "y": CASE},
            height=130,
            tab="Who waits",
        ),
        panel(
            [
                mark("barX", {"row": "moved"}, x="bytes", y="case", fill="where", tip=True),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "written for a transaction", "unit": "KiB", "grid": True},
                "y": CASE,
                "color": WHERE,
            },
            height=190,
            tab="One transaction",
        ),
        panel(
            [
                mark("barX", {"row": "moved"}, x="ios", y="case", fill="where", tip=True),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "I/Os for a transaction", "grid": True},
                "y": CASE,
                "color": {**WHERE, "legend": False},
            },
            height=190,
            tab="One transaction",
        ),
    ],
    table=table(
        {"row": "share", "case": TABLE},
        [
            column("files", "dataset"),
            column("record", "recordsize", "KiB"),
            column("logbias", "logbias"),
            column("commits", "writes", "1/s"),
            column("median", "commit, median", "ms", 2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2009logbias", "Synchronous write bias property"),
    reproduces=["logbias-debate", "logbias-throughput", "oracle-dataset-table"],
    targets=[
        target("redo-slog-time", single(TABLE, "commit")),
        target("logbias-redo-pattern", redo_gains),
        target("oracle-guidelines-gain", lambda rows: values(rows)["gain"]),
        target("redo-inorder-pattern", waits_behind, INORDER),
        target(
            "logbias-indirect-pattern", indirect, BLOCKS
        ),  # depends on the seed: six of eight runs show it
    ],
)
