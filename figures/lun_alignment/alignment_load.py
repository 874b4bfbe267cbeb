"""How much a database loses on a LUN whose partition begins in the middle of a block, by load."""

from collections.abc import Iterator

from figures.define.claims import claim
from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
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
from figures.kit.words import count, time
from figures.lun_alignment.experiments.lun_load import LunResult, LunRun
from figures.lun_alignment.experiments.lun_volume import LAID
from figures.lun_alignment.experiments.partitions import (
    BAD,
    COLOURS,
    GOOD,
    SIZES,
    STARTS,
    TOOLS,
    partition,
    with_noun,
)
from models.protocols.alignment import reads_of_disks
from models.units import KiB, sector

SECONDS, LONGER, SHORT = 0.8, 1.6, 0.08
"""How long (s) to simulate a run, a run in which the writes of a group matter more, and a run that
waits for no disk. Half-way through, a group is written to disk that has collected writes for as
long as this."""
MIXES = (1.0, 0.85, 0.5)
BAND = claim("align-degradation")
AWAY, DISKS, COMMIT = (
    "on the way, and at the target",
    "until the blocks are there",
    "until it is in the log",
)
WAITS = {AWAY: "var(--wtg-mute)", DISKS: "var(--wtg-accent)", COMMIT: "var(--wtg-1)"}
MOST = 128
OPS = ("read", "write")


def wait_rows(who: str, result: LunResult) -> Iterator[Row]:
    """Yield the rows of the parts of a read's latency and of a write's latency, each stacked from
    0."""
    for op in OPS:
        if latency := getattr(result, f"{op}_latency"):
            disks, log = (result.read, 0.0) if op == "read" else (result.waited, result.committed)
            at = 0.0
            for what, length in zip(
                WAITS, (max(0.0, latency - disks - log), disks, log), strict=True
            ):
                yield {
                    "row": "wait",
                    "op": op,
                    "who": who,
                    "lane": f"{op}, {who}",
                    "what": what,
                    "from": at,
                    "to": at + length,
                    "ms": round(1000 * length, 2),
                }
                at += length


def run(
    start: int,
    threads: int,
    reads: float,
    size: float,
    block: float,
    laid: str,
    cached: float,
    logs: int,
    cache: bool,
    pairs: int,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: mix (reads, loss), law (reads, loss: how many times as much disks must read), band
    (low, high), own (who, measurements), wait (op, who, what, from and to in s, ms: its length), and
    sum."""

    def needs(begin: int, reads_: float) -> float:
        """Return how many blocks disks read for each request, on a partition from sector
        `begin`."""
        return reads_of_disks(partition(begin, block).share(int(size)), reads_, cached)

    def measured(begin: int, reads_: float) -> LunResult:
        """Return the measurements of a run. They are kept by the remainder of the start in a block,
        which alone matters."""
        if (
            key := (begin * sector % int(block), reads_)
        ) not in results:  # only the remainder of the start matters
            no_wait = (logs or cache) and not needs(begin, reads_)
            more_a_second = max(1, pairs / 2) + (cached > 0.75) + (laid == "in order") / 2
            long_run = 0.3 <= reads_ < 0.5 or (not reads_ and cached > 0.75)
            seconds = SHORT if no_wait else (LONGER if long_run else SECONDS) / more_a_second
            run = LunRun(
                partition(begin, block),
                int(threads),
                int(size),
                reads_,
                pairs=int(pairs),
                logs=int(logs),
                interval=seconds,
                cached=cached,
                laid=laid,
                cache=cache,
                seed=seed,
            )
            results[key] = run.measure(seconds)
        return results[key]

    def more(reads_: float) -> float:
        """Return how many times as much disks must read as on an aligned partition; 0 if that is
        undefined."""
        good = needs(0, reads_) if laid == LAID[0] else 0.0  # in order, two blocks may be one read
        return needs(start, reads_) / good if good else 0.0

    results: dict[tuple[float, float], LunResult] = {}
    sides = {GOOD: 0, BAD: start}
    own = {who: measured(begin, reads) for who, begin in sides.items()}
    yield [{"row": "own", "who": who, **result._asdict()} for who, result in own.items()]
    for who, result in own.items():
        yield [*wait_rows(who, result)]
    yield [
        {"row": "law", "reads": part / 50, "loss": more(part / 50)}
        for part in range(51)
        if 0 < more(part / 50) <= MOST
    ]
    yield [{"row": "band", "low": BAND.low, "high": BAND.high}]
    for share in sorted({*MIXES, reads}, reverse=True):
        loss = measured(0, share).rate / measured(start, share).rate
        yield [{"row": "mix", "reads": share, "loss": loss, "own": int(share == reads)}]
    good, bad = own.values()
    yield [
        {
            "row": "sum",
            "reads": reads,
            "threads": int(threads),
            "loss": good.rate / bad.rate,
            "law": more(reads),
            "slower": bad.latency / good.latency,
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    row = one(rows, "sum")
    found = {
        f"{name}_{short}": own[name]
        for who, short in ((GOOD, "good"), (BAD, "bad"))
        for own in of(rows, "own", who=who)
        for name in own
        if name not in ("row", "who")
    }
    found |= {
        f"loss_{round(100 * mix['reads'])}": mix["loss"]
        for mix in of(rows, "mix")
        if mix["reads"] in MIXES
    }
    return {**found, **{name: row[name] for name in ("loss", "law", "slower")}, "seconds": SECONDS}


def describe(rows: Rows) -> str:
    row, v = one(rows, "sum"), values(rows)
    who = with_noun(row["threads"], "thread") + (" makes" if row["threads"] == 1 else " make")
    text = (
        f"With {row['reads']:.0%} reads {who} {count(v['rate_good'])} requests a second where the partition is aligned, "
        f"and {count(v['rate_bad'])} on this one"
    )
    if abs(row["loss"] - 1) < 0.05:
        return f"{text}: no difference."
    waits = (
        f", and a write waits {time(v['waited_bad'])} for blocks before it is taken"
        if v["waited_bad"]
        else ""
    )
    return f"{text}: {row['loss']:.3g} times fewer{waits}."


FIGURE = Figure(
    id="alignment-load",
    title="A database on a LUN that is not aligned",
    caption="The same database on the same pool: once its partition begins where a block begins, once as set. Loss: how many "
    "times fewer its requests are, by the share of reads. The dashed line counts what disks must read more; the dots are "
    "runs, the ring is the load that is set, and the band is what was published. One request: where its time goes.",
    params={
        "reads": Number(
            "Reads",
            0.7,
            0.0,
            1.0,
            unit="%",
            step=0.05,
            help="The share of requests that read; the others write.",
        ),
        "threads": Number(
            "Threads",
            16,
            1,
            64,
            whole=True,
            stops=(1, 2, 4, 8, 16, 32, 64),
            help="The number of threads; each waits for its answer and sends the next request to a random place.",
        ),
        "cached": Number(
            "Blocks in memory",
            0.0,
            0.0,
            0.9,
            unit="%",
            step=0.05,
            help="The share of the LUN that is in the server's cache.",
        ),
        "start": Number(
            "Partition starts at sector",
            TOOLS["fdisk"],
            0,
            max(STARTS),
            whole=True,
            stops=STARTS,
            more=True,
            help="The first sector of the partition; tools choose 34, 63, 128, 256, 2048 or 16065, and 0 is the whole LUN.",
        ),
        "laid": Choice(
            "Blocks lie",
            LAID[0],
            {LAID[0]: "scattered, as overwriting leaves them", LAID[1]: "in order, as loaded"},
            "How the old blocks lie on disk. Neighbours that lie side by side are read as one.",
            more=True,
        ),
        "logs": Number(
            "Logzillas",
            2,
            0,
            2,
            whole=True,
            stops=(0, 2),
            more=True,
            help="The number of log devices; without them the log is on the pool's disks.",
        ),
        "size": Number(
            "Request",
            8 * KiB,
            4 * KiB,
            64 * KiB,
            unit="KiB",
            stops=SIZES[:-1],
            more=True,
            help="The size of a request, which is a page of the database.",
        ),
        "block": Number(
            "Volume block size",
            8 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            more=True,
            help="The volblocksize of the LUN.",
        ),
        "pairs": Number(
            "Mirrored pairs",
            2,
            1,
            4,
            whole=True,
            more=True,
            help="The number of mirrored pairs of 7,200 rpm disks.",
        ),
        "cache": Switch(
            "LUN's write cache", False, "On: writes are answered from memory.", more=True
        ),
    },
    presets={
        "seven of ten read": Preset(help="16 threads, two mirrored pairs, log devices"),
        "pages of 16 KiB": Preset({"size": 16 * KiB}, "three blocks instead of two"),
        "all read": Preset({"reads": 1.0}),
        "half write": Preset({"reads": 0.5}),
        "one thread": Preset({"threads": 1}),
        "all write": Preset({"reads": 0.0}, "into log devices, if no disk were in the way"),
        "no log devices": Preset({"logs": 0}),
        "write cache enabled": Preset({"cache": True}),
        "half in memory": Preset({"cached": 0.5}),
        "from sector 2048": Preset({"start": TOOLS["parted"]}),
    },
    run=run,
    panels=[
        panel(
            [
                mark("rectY", {"row": "band"}, y1="low", y2="high", fill="var(--wtg-pale)"),
                mark(
                    "line",
                    {"row": "law"},
                    x="reads",
                    y="loss",
                    stroke="var(--wtg-mute)",
                    strokeWidth=1.5,
                    strokeDasharray="4,3",
                ),
                mark(
                    "dot",
                    {"row": "mix"},
                    x="reads",
                    y="loss",
                    fill="var(--wtg-accent)",
                    r=4,
                    tip=True,
                ),
                mark(
                    "dot",
                    {"row": "mix", "own": 1},
                    x="reads",
                    y="loss",
                    stroke="var(--wtg-accent)",
                    r=8,
                    strokeWidth=2,
                ),
                mark("ruleY", data=[1]),
            ],
            {
                "x": {"label": "share of reads", "unit": "%", "domain": [0, 1.0]},
                "y": {
                    "label": "times fewer requests",
                    "grid": True,
                    "type": "log",
                    "base": 2,
                    "domain": [0.9, MOST],
                    "ticks": 7,
                    "tickFormat": "~s",
                },
            },
            height=400,
            tab="Loss",
        ),
        panel(
            [
                mark(
                    "barX",
                    {"row": "wait"},
                    y="lane",
                    x1="from",
                    x2="to",
                    fill="what",
                    inset=0.5,
                    tip=True,
                    channels={"this part, ms": "ms"},
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {
                    "label": "a request takes",
                    "unit": "ms",
                    "zero": True,
                    "grid": True,
                    "ticks": 5,
                },
                "y": {"label": None, "domain": [f"{op}, {who}" for op in OPS for who in COLOURS]},
                "color": {"domain": list(WAITS), "range": list(WAITS.values()), "legend": True},
            },
            height=300,
            tab="One request",
        ),
    ],
    table=table(
        {"row": "own"},
        [
            column("who", "partition"),
            column("rate", "requests a second"),
            column("read_latency", "a read", "ms", 1),
            column("write_latency", "a write", "ms", 1),
            column("fetched", "blocks a read fetches", digits=1),
            column("first", "a write reads first", digits=1),
            column("dirtied", "and writes", digits=1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010alignment", "Case 1"),
    reproduces=["alignment-penalty"],
    targets=[
        target("align-degradation", lambda rows: values(rows)["loss"]),
        target("align-read-straddle", lambda rows: values(rows)["fetched_bad"]),
        target("align-write-rmw", lambda rows: values(rows)["first_bad"]),
    ],
)
