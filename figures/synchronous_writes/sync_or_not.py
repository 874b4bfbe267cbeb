"""Synchronous and asynchronous writes over NFS: the calls of two programs, and the requests that
the client sends for them."""

from collections.abc import Callable, Iterator
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
    target,
)
from figures.kit.rows import of, one
from figures.kit.stops import SIZES, powers
from figures.kit.words import count, time
from figures.synchronous_writes.experiments.caching_client import NfsRequest, SystemCall
from figures.synchronous_writes.experiments.nfs_program import Seen, nfs_program
from models.protocols.nfs.server import FILE_SYNC, UNSTABLE
from models.sim.stats import mean
from models.units import KiB

FIRST, SECOND = "first", "second"
STABLE = {0: "UNSTABLE", 1: "DATA_SYNC", 2: "FILE_SYNC"}
REQUESTS = [
    *(f"WRITE, stable = {stable}" for stable in STABLE),
    "COMMIT",
    "CREATE, SETATTR",
    "LOOKUP",
]
LANES = [f"{name}: {lane}" for name in (FIRST, SECOND) for lane in ("calls", "requests")]
EARLY, SAFE = "answered from memory", "answered when it is safe"


def run(
    second: str, mount: str, writes: int, size: float, every: int, logs: int, seed: int
) -> Iterator[Rows]:
    """Yield rows: traced (program, flags), lane (lane, start, finish, answered), count (program,
    request, n; stable: the stable_how of a WRITE, -1 for other requests or if none was sent), line
    (program, side, what, times: how often, mean: duration), ended (program, t, safe: number of
    answers that waited for stable storage). Times are in s."""
    for name, kind, how in ((FIRST, "plain", "usual"), (SECOND, second, mount)):
        session = nfs_program(
            kind,
            how,
            writes=int(writes),
            size=int(size),
            every=int(every),
            logs=int(logs),
            seed=seed,
        )
        calls, asks = session.calls, session.asks
        flags = "|".join(calls[0].what.flags)
        rows: list[dict[str, Any]] = [
            {"row": "traced", "program": name, "flags": flags, "title": f"the {name} program"}
        ]
        for request in REQUESTS:
            found = [ask.what for ask in asks if wire(ask.what) == request]
            rows.append(
                {
                    "row": "count",
                    "program": name,
                    "request": request,
                    "n": len(found),
                    "stable": found[0].stable if found else -1,
                    "room": 1.1 * len(found),
                }
            )
        for lane, seen in (("calls", calls), ("requests", asks)):
            rows += [
                {
                    "row": "lane",
                    "lane": f"{name}: {lane}",
                    "start": each.start,
                    "finish": each.finish,
                    "answered": SAFE if waited(each, asks) else EARLY,
                }
                for each in seen
            ]
        rows += [
            *lines(name, "client", calls, traced),
            *(lines(name, "wire", asks, decoded) if name == SECOND else ()),
        ]
        rows.append(
            {
                "row": "ended",
                "program": name,
                "t": calls[-1].finish,
                "safe": sum(ask.what.safe for ask in asks),
                "writes": sum(call.what.name == "write" for call in calls),
            }
        )
        yield rows


def wire(ask: NfsRequest) -> str:
    """Return the name under which a request is counted."""
    if ask.op == "WRITE":
        return REQUESTS[ask.stable]
    return ask.op if ask.op in REQUESTS else "CREATE, SETATTR"


def waited(each: Seen, asks: list[Seen]) -> bool:
    """Return whether a request was answered only when its data was safe, or whether a call waited
    for such a request."""
    if isinstance(each.what, NfsRequest):
        return each.what.safe
    return any(
        ask.what.safe and each.start <= ask.start and ask.finish <= each.finish for ask in asks
    )


def traced(call: SystemCall) -> str:
    """Return a call as a tracer prints it."""
    return {
        "open": f"open(data, {'|'.join(call.flags)})",
        "write": f"write(3, {call.size} bytes)",
        "fsync": "fsync(3)",
        "close": "close(3)",
        "utimes": "utimes(data)",
    }[call.name]


def decoded(ask: NfsRequest) -> str:
    """Return a request as text, without its offset."""
    if ask.op == "WRITE":
        return f"WRITE {ask.size} bytes, stable {ask.stable} ({STABLE[ask.stable]})"
    return f"COMMIT {ask.size} bytes" if ask.op == "COMMIT" else ask.op


def lines(name: str, side: str, seen: list[Seen], words: Callable[[Any], str]) -> Iterator[Row]:
    """Yield a row for each kind of call or request: how often it occurs, and its mean duration (s)."""
    kinds: dict[str, list[Any]] = {}
    for each in seen:
        kinds.setdefault(words(each.what), []).append(each)
    for what, many in kinds.items():
        offset = getattr(many[len(many) // 2].what, "offset", 0)
        yield {
            "row": "line",
            "program": name,
            "side": side,
            "what": f"{what} at {offset:,}" if offset else what,
            "times": len(many),
            "mean": mean([each.finish - each.start for each in many]),
        }


def only_the_second_asks(rows: Rows) -> bool:
    """Return whether only the second program opens its file with O_DSYNC, and only its writes are
    sent as FILE_SYNC."""
    flags = [one(rows, "traced", program=name)["flags"] for name in (FIRST, SECOND)]
    stable = [
        {
            row["stable"]
            for row in of(rows, "count", program=name)
            if row["n"] and row["request"].startswith("WRITE")
        }
        for name in (FIRST, SECOND)
    ]
    return ["O_DSYNC" in each.split("|") for each in flags] == [False, True] and stable == [
        {UNSTABLE},
        {FILE_SYNC},
    ]


def values(rows: Rows) -> dict[str, float]:
    first, second = (one(rows, "ended", program=name) for name in (FIRST, SECOND))
    counts = {row["request"]: row["n"] for row in of(rows, "count", program=SECOND)}
    return {
        "time_first": first["t"],
        "time_second": second["t"],
        "ratio": second["t"] / first["t"],
        "safe_first": first["safe"],
        "safe_second": second["safe"],
        "writes": second["writes"],
        "unstable": counts[REQUESTS[0]],
        "file_sync": counts[REQUESTS[2]],
        "commits": counts["COMMIT"],
        "changes": counts["CREATE, SETATTR"],
        "requests_first": sum(row["n"] for row in of(rows, "count", program=FIRST)),
        "requests_second": sum(counts.values()),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"The first program asks for nothing and ends after {time(v['time_first'])}; {count(v['safe_first'])} of its "
        f"answers waited until something was safe. The second takes {time(v['time_second'])}; "
        f"{count(v['safe_second'])} of its answers waited."
    )


FIGURE = Figure(
    id="sync-or-not",
    title="Who asks for safety",
    caption="Two programs on an NFS client write the same bytes; the first asks for nothing. Over time: their calls, and "
    "the requests that their client sends. By kind: how many requests of each kind reach the server. Stable = 0: "
    "it may take its time; 1: the data must be safe before it answers; 2: all that describes it, too. COMMIT: make "
    "safe what came so far. CREATE makes a file, SETATTR sets its times, LOOKUP asks whether it exists. Trace: what "
    "a tracer prints on the client, and what goes over the wire.",
    params={
        "second": Choice(
            "The second program",
            "odsync",
            {
                "plain": "is plain, too",
                "odsync": "opens with O_DSYNC",
                "fsync": "calls fsync now and then",
                "files": "unpacks small files",
            },
            "The first one opens, writes and closes, and asks for nothing.",
        ),
        "mount": Choice(
            "Its file system is mounted",
            "usual",
            {
                "usual": "as usual",
                "sync": "sync: each write safe",
                "forcedirectio": "forcedirectio: each write safe",
                "nocto": "nocto: a close asks for nothing",
                "limit": "128 KiB uncommitted at most",
            },
            "Options with which the client mounts the server's file system.",
        ),
        "logs": Number(
            "Log devices",
            0,
            0,
            2,
            whole=True,
            step=1,
            help="Flash devices of the server. With none, its 22 mirrored pairs of disks hold the log.",
        ),
        "writes": Number(
            "Writes",
            64,
            8,
            256,
            whole=True,
            stops=powers(8, 256),
            help="Number of writes of each program.",
            more=True,
        ),
        "size": Number(
            "Write size",
            8 * KiB,
            512,
            128 * KiB,
            unit="KiB",
            stops=SIZES,
            help="How much a program writes at a time. The client cuts it into requests of at most 32 KiB.",
            more=True,
        ),
        "every": Number(
            "Calls fsync after",
            8,
            1,
            64,
            whole=True,
            stops=powers(1, 64),
            help="Writes from one fsync to the next, for the program that calls it.",
            more=True,
        ),
    },
    presets={
        "each write safe": Preset(
            help="the second program opens its file with O_DSYNC, as a database opens its log"
        ),
        "fsync now and then": Preset({"second": "fsync"}),
        "mounted with sync": Preset({"second": "plain", "mount": "sync"}),
        "an archive is unpacked": Preset({"second": "files"}),
        "few buffers uncommitted": Preset({"second": "plain", "mount": "limit"}),
        "closed with nocto": Preset({"second": "plain", "mount": "nocto"}),
        "each write safe, two log devices": Preset({"logs": 2}),
    },
    run=run,
    panels=[
        panel(
            [
                *(
                    mark(
                        "barX",
                        {"row": "lane"},
                        x1="start",
                        x2="finish",
                        y="lane",
                        fill="answered",
                        fillOpacity=opacity,
                        insetLeft=gap,
                        insetRight=gap,
                    )
                    for opacity, gap in ((0.6, 0), (1, 0.3))
                ),  # short ones stay visible
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "time", "unit": "ms", "zero": True, "grid": True},
                "y": {"label": None, "domain": LANES},
                "color": {
                    "domain": [EARLY, SAFE],
                    "range": ["var(--wtg-3)", "var(--wtg-accent)"],
                    "legend": True,
                },
            },
            height=280,
            tab="Over time",
        ),
        panel(
            [
                mark("barX", {"row": "count"}, x="n", y="request", fy="program", fill="request"),
                mark(
                    "text",
                    {"row": "count"},
                    x="n",
                    y="request",
                    fy="program",
                    text="n",
                    textAnchor="start",
                    dx=4,
                    fill="currentColor",
                ),
                mark("ruleX", {"row": "count"}, x="room", strokeOpacity=0),
                mark(
                    "text",
                    {"row": "traced"},
                    fy="program",
                    text="title",
                    frameAnchor="bottom-right",
                    dy=-4,
                    fontWeight="bold",
                    fill="currentColor",
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"label": "requests", "zero": True},
                "y": {"label": None, "domain": REQUESTS},
                "fy": {"axis": None, "domain": [FIRST, SECOND]},
                "color": {
                    "domain": REQUESTS,
                    "range": ["var(--wtg-3)", *["var(--wtg-accent)"] * 4, "var(--wtg-3)"],
                },
            },
            height=340,
            tab="By kind",
        ),
    ],
    table=table(
        {"row": "line"},
        [
            column("program", "program"),
            column("side", "seen on the"),
            column("what", "what"),
            column("times", "times"),
            column("mean", "each takes", "ms", 2),
        ],
        tab="Trace",
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "which writes are synchronous, and how to tell"),
    reproduces=["sync-write-detection"],
    targets=[target("truss-odsync-pattern", only_the_second_asks)],
)
