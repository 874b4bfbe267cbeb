"""Why a core waits: cycles per instruction against the load, and the gain from more processors."""

from collections.abc import Iterator
from typing import Any

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
from figures.head_node.experiments.boards import (
    HT1,
    HT3,
    LINKS,
    NEW,
    OLD,
    PLACES,
    PROCESSORS,
    links,
    read,
)
from figures.head_node.experiments.link_counters import signed
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import count
from models.catalogue.machines import values as constants
from models.head.coherence import LINE
from models.head.head import Head, HeadState, Operation
from models.units import GHz, KiB, MiB

BARCELONA, ISTANBUL = constants(OLD), constants(NEW)
PARTS = {
    "at work": "working",
    "waits for memory": "memory",
    "waits for other sockets": "hops",
    "waits in queues": "queues",
}
IDLE = "idle"
STEPS = 40
AS_SET = "as set"
SOCKETS, CORES, CLOCKS = "more sockets", "more cores a socket", "a faster clock"
MORE = {
    SOCKETS: ("sockets", (1, 2, 3, 4)),
    CORES: ("cores", (2, 3, 4, 5, 6, 8)),
    CLOCKS: ("clock", tuple(n * GHz for n in (1.6, 1.9, 2.3, 2.6, 3.0, 3.4))),
}
PUBLISHED: Rows = [
    {"cpi": 11.72, "what": "as launched: 11.7"},
    {"cpi": 10, "what": "as tuned: 10"},
    {"cpi": 6, "what": "the new 7410: 6"},
]
"""Measured cycles per instruction, all with four sockets."""


def part_rows(head: Head, operation: Operation, state: HeadState) -> Iterator[Row]:
    """Yield the rows of the parts of an instruction's cycles, stacked, and of idle time."""
    parts, at, busy = head.parts(operation, state), 0.0, 0.0
    for what, name in PARTS.items():
        cycles = getattr(parts, name)
        share = state.busy * cycles / state.cpi
        yield {
            "row": "part",
            "part": what,
            "rate": state.rate,
            "from": at,
            "to": at + cycles,
            "low": busy,
            "high": busy + share,
        }
        at, busy = at + cycles, busy + share
    yield {"row": "idle", "part": IDLE, "rate": state.rate, "low": busy, "high": 1.0}


def run(
    processors: str,
    board: str,
    zero_copy: bool,
    bound: bool,
    sockets: int,
    cores: int,
    clock: float,
    size: int,
    cards: str,
    knows: str,
    lines: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: part (part, reads per second, from and to in cycles per instruction, low and high
    as shares of all cores' time), idle, more (way, board, n: cores, sockets or Hz, GHz of all
    cores, reads per second, cpi), alone (GHz, reads per second of that many separate heads of one
    socket), sum (what; for each board reads per second, cpi, busy), seen (measured: what, cpi), and
    own (the head at its highest rate: rate, cpi, busy, wait in s, fetched: bytes per second from a
    socket's memory, parts). Nothing depends on chance."""
    settings = {
        "sockets": sockets,
        "cores": cores,
        "clock": clock,
        "lines": lines * constants(processors)["lines"],
        "filtered": constants(processors)["filtered"] if knows == "own" else int(knows == "yes"),
    }

    def at_most(links_of: str, **changes: Any) -> tuple[Head, HeadState]:
        """Return a head with these links, overridden by `changes`, and its state at its highest
        rate."""
        head = Head(
            processors,
            zero_copy=zero_copy,
            bound=bound,
            cards=PLACES[cards],
            **{**settings, **LINKS[links_of], **changes},
        )
        return head, head.most(read(head, size))

    head, most = at_most(board)
    operation = read(head, size)
    for step in range(STEPS + 1):
        left = 1 - step / STEPS
        state = head.at(
            operation, most.rate * (1 - left * left)
        )  # steps are denser where cycles rise
        yield [*part_rows(head, operation, state)]
    settings_now = {"sockets": sockets, "cores": cores, "clock": clock}
    for links_of in (HT1, HT3):
        for way, (name, steps) in MORE.items():
            for value in sorted({*steps, settings_now[name]}):
                at_best = at_most(links_of, **{name: value})[1]
                ghz = sockets * cores * clock * value / settings_now[name]
                yield [
                    {
                        "row": "more",
                        "way": way,
                        "board": links_of,
                        "n": value,
                        "ghz": ghz,
                        "rate": at_best.rate,
                        "cpi": at_best.cpi,
                        "own": int(value == settings_now[name] and links_of == board),
                    }
                ]
    alone = at_most(board, sockets=1)[1].rate
    yield [{"row": "alone", "ghz": n * cores * clock, "rate": n * alone} for n in (0, sockets)]
    changed_heads: dict[str, dict[str, float]] = {
        AS_SET: {},
        "twice the cores": {"cores": 2 * cores},
        "a clock half as fast again": {"clock": 1.5 * clock},
    }
    for what, changes in changed_heads.items():
        ends = {links_of: at_most(links_of, **changes)[1] for links_of in (HT1, HT3)}
        yield [
            {
                "row": "sum",
                "what": what,
                **{
                    f"{field}_{n}": getattr(end, field)
                    for n, end in zip("13", ends.values(), strict=True)
                    for field in ("rate", "cpi", "busy")
                },
            }
        ]
    rest, parts = head.at(operation, 0.0), head.parts(operation, most)
    yield [{"row": "seen", **each} for each in PUBLISHED if sockets == 4]
    yield [
        {
            "row": "own",
            "rate": most.rate,
            "cpi": most.cpi,
            "busy": most.busy,
            "wait": most.wait,
            "rest": rest.cpi,
            "rest_wait": rest.wait,
            "used": most.used,
            "top": 1.12 * max(most.cpi, PUBLISHED[0]["cpi"]),
            "bytes": most.rate * size,
            "fetched": most.rate * (LINE * head.cost(operation).lines + operation.sent) / sockets,
            **parts._asdict(),
            "board": board,
            "size": size,
        }
    ]


def own(rows: Rows) -> Row:
    return one(rows, "own")


def cpi(rows: Rows) -> float:
    cycles: float = own(rows)["cpi"]
    return cycles


def busy(rows: Rows) -> float:
    """Return the utilisation (0-1) that a system shows, which counts a core that waits for a line
    as busy."""
    share: float = own(rows)["busy"]
    return share


def sums(rows: Rows) -> dict[str, Row]:
    return {row["what"]: row for row in of(rows, "sum")}


def values(rows: Rows) -> dict[str, float]:
    row, more = own(rows), sums(rows)
    n = "1" if row["board"] == HT1 else "3"
    rate_now, cores, clock = (each[f"rate_{n}"] for each in more.values())
    found = {(r["board"], r["way"], r["n"]): r["rate"] for r in of(rows, "more")}
    named = (
        "rate",
        "cpi",
        "busy",
        "wait",
        "rest",
        "rest_wait",
        "used",
        "bytes",
        "fetched",
        "memory",
        "hops",
        "queues",
    )
    ends = {
        f"{field}_ht{k}": more[AS_SET][f"{field}_{k}"] for field in ("rate", "cpi") for k in "13"
    }
    return {
        **{name: row[name] for name in named},
        **ends,
        "base": row["working"],
        "at_work": row["busy"] * row["working"] / row["cpi"],
        "stalled": 1 - row["working"] / row["cpi"],
        "more_cores": cores / rate_now - 1,
        "faster_clock": clock / rate_now - 1,
        **{f"sockets_{n}": found[row["board"], SOCKETS, n] for n in (1, 2, 3)},
        **{f"cores_{n}": found[row["board"], CORES, n] for n in (2, 6, 8)},
        "ht3_cores_6": found[HT3, CORES, 6],
        "other_links": ends[f"rate_ht{4 - int(n)}"] / rate_now - 1,
    }


def describe(rows: Rows) -> str:
    v, other = values(rows), HT3 if own(rows)["board"] == HT1 else HT1
    links = f", {other} by {signed(v['other_links'])}" if abs(v["other_links"]) > 0.005 else ""
    return (
        f"At most {count(v['rate'])} reads a second. An instruction then takes {v['cpi']:.1f} cycles: {v['base']:.1f} "
        f"of work, {v['memory'] + v['hops']:.1f} of waiting for lines, {v['queues']:.1f} in queues at links. The "
        f"cores are {v['busy']:.0%} busy and {v['at_work']:.0%} at work. Twice the cores would change the rate by "
        f"{signed(v['more_cores'])}{links}."
    )


COLOURS = {
    "domain": [*PARTS, IDLE],
    "legend": True,
    "range": ["var(--wtg-3)", "var(--wtg-1)", "var(--wtg-4)", "var(--wtg-2)", "var(--wtg-pale)"],
}
WAYS = {
    "domain": list(MORE),
    "range": ["var(--wtg-1)", "var(--wtg-3)", "var(--wtg-2)"],
    "legend": True,
}


def area(
    low: str, high: str, y: dict[str, Any], where: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the marks of parts stacked on one another against the load, and the settings of the
    axes."""
    return [
        mark("areaY", each, x="rate", y1=low, y2=high, fill="part", fillOpacity=0.85)
        for each in where
    ], {
        "x": {"label": "reads a second", "tickFormat": "~s", "ticks": 6},
        "y": {"grid": True, "zero": True, **y},
        "color": {**COLOURS, "legend": high == "to"},
    }


def stacked() -> Iterator[dict[str, Any]]:
    """Yield two panels: cycles per instruction, with lines at the published numbers, and shares of
    all cores' time."""
    marks, axes = area("from", "to", {"label": "cycles an instruction"}, [{"row": "part"}])
    yield panel(
        [
            *marks,
            mark("ruleY", {"row": "seen"}, y="cpi", stroke="currentColor", strokeDasharray="4,3"),
            mark(
                "text",
                {"row": "seen"},
                y="cpi",
                text="what",
                frameAnchor="left",
                dx=4,
                dy=-7,
                textAnchor="start",
                fill="currentColor",
            ),
            mark("ruleY", {"row": "own"}, y="top", strokeOpacity=0),
            mark("ruleY", data=[0]),
        ],
        axes,
        height=270,
        tab="Cycles",
    )
    marks, axes = area(
        "low",
        "high",
        {"label": "of all cores' time", "unit": "%", "domain": [0, 1], "ticks": 4},
        [{"row": "part"}, {"row": "idle"}],
    )
    yield panel(marks, axes, height=150, tab="Cycles")


def more_lines() -> dict[str, Any]:
    """Return the panel of reads per second against the summed clocks of the cores, for three ways
    to add speed. Lines for the other links are dashed."""
    lines = [
        mark(
            "line",
            {"row": "more", "board": board},
            x="ghz",
            y="rate",
            stroke="way",
            strokeWidth=2,
            strokeDasharray=dashes,
        )
        for board, dashes in ((HT1, "none"), (HT3, "5,4"))
    ]
    return panel(
        [
            mark(
                "line",
                {"row": "alone"},
                x="ghz",
                y="rate",
                stroke="var(--wtg-mute)",
                strokeDasharray="1,4",
                strokeWidth=2,
            ),
            *lines,
            mark(
                "dot",
                {"row": "more"},
                x="ghz",
                y="rate",
                fill="way",
                r=2.5,
                tip=True,
                channels={"links": "board"},
            ),
            mark("dot", {"row": "more", "own": 1}, x="ghz", y="rate", fill="currentColor", r=5),
            mark("ruleY", data=[0]),
        ],
        {
            "x": {"label": "all cores' clocks together", "unit": "GHz", "zero": True},
            "y": {"label": "reads a second", "tickFormat": "~s", "grid": True, "zero": True},
            "color": WAYS,
        },
        height=400,
        tab="More processors",
    )


LAUNCH = {"zero_copy": False, "bound": False, "cards": "first"}
MODERN = {"processors": NEW, "cores": 6, "clock": 2.6 * GHz}

FIGURE = Figure(
    id="cycles-per-instruction",
    title="Busy with waiting",
    caption="A head that does nothing but answer reads from memory. Cycles: what the cycles of an instruction go for, "
    "against the load; at the right end the head can do no more. The dashed lines are measured. Then the same as "
    "shares of all cores' time. More processors: the most reads a second with more or faster cores; dashed: with "
    "HyperTransport 3. The large dot is your head; dotted: so many sockets that need nothing of each other.",
    params={
        "cores": Number(
            "Cores a socket",
            4,
            2,
            8,
            whole=True,
            help="The number of cores of a socket, which share its links and memory.",
        ),
        "sockets": Number(
            "Sockets", 4, 1, 4, whole=True, help="The number of sockets, each with its own memory."
        ),
        "board": links(),
        "processors": Choice(
            "Processors",
            OLD,
            PROCESSORS,
            "If their probe filter is on, the newer ones need not ask all sockets; the counters then say that they "
            "request more lines.",
            more=True,
        ),
        "zero_copy": Switch(
            "Zero-copy",
            True,
            "Data is sent from the cache to the network without a copy.",
            more=True,
        ),
        "bound": Switch(
            "Threads bound",
            True,
            "A driver's thread stays on one core, so that its data stays in that core's caches.",
            more=True,
        ),
        "clock": Number(
            "Clock",
            BARCELONA["clock"],
            1.6 * GHz,
            3.4 * GHz,
            unit="GHz",
            step=0.1 * GHz,
            help="The clock of the processors; memory and links stay as they are.",
            more=True,
        ),
        "size": Number(
            "Read size",
            8 * KiB,
            512,
            MiB,
            unit="KiB",
            whole=True,
            more=True,
            stops=powers(512, MiB),
            help="The size of a read; all data is in memory.",
        ),
        "cards": Choice(
            "Cards",
            "moved",
            {
                "first": "network on one bridge, disks on the other",
                "moved": "one of each on both bridges",
            },
            "A bridge joins cards to a socket: one to socket 0, one to socket 1.",
            more=True,
        ),
        "knows": Choice(
            "Probe filter",
            "own",
            {"own": "as the processors have it", "yes": "yes", "no": "no: every socket is asked"},
            "Whether the home socket of a line knows which socket holds it.",
            more=True,
        ),
        "lines": Number(
            "Lines a read",
            1.0,
            0.5,
            2.0,
            unit="%",
            step=0.05,
            more=True,
            help="How many cache lines a read waits for, as a share of the number with these processors.",
        ),
    },
    presets={
        "as tuned": Preset(
            help="the Sun 7410 of 2009: four sockets of four cores, HyperTransport 1, all repairs made"
        ),
        "as launched": Preset(LAUNCH, "in 2008: none of the three repairs made"),
        "one socket": Preset({"sockets": 1}),
        "zero-copy alone": Preset({**LAUNCH, "zero_copy": True}, "as launched, but for this"),
        "binding alone": Preset({**LAUNCH, "bound": True}, "as launched, but for this"),
        "moved cards alone": Preset({**LAUNCH, "cards": "moved"}, "as launched, but for this"),
        "links of HyperTransport 3": Preset({"board": HT3}, "with the old processors"),
        "new processors, old board": Preset(MODERN, "six cores of 2.6 GHz on HyperTransport 1"),
        "the new 7410": Preset({**MODERN, "board": HT3}, "new processors on a new board"),
    },
    run=run,
    chance=False,
    panels=[*stacked(), more_lines()],
    table=table(
        {"row": "sum"},
        [
            column("what", "your processors"),
            column("rate_1", "reads a second, HyperTransport 1"),
            column("cpi_1", "cycles an instruction", digits=1),
            column("rate_3", "reads a second, HyperTransport 3"),
            column("cpi_3", "cycles an instruction", digits=1),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009update", "analyzing the HyperTransport", "Gregg 2009"),
    reproduces=["ht1-cpi-table"],
    targets=[
        *(target(f"ht1-cpi-r{n}-cpi", cpi, "as launched") for n in (1, 2, 3, 4, 5)),
        *(target(f"ht1-cpi-r{n}-cpu", busy, "as launched") for n in (1, 2, 3, 4, 5)),
        target("ht1-cpi-highest", cpi, "as launched"),
        target("ht1-cpu-util-high", busy, "as launched"),
        target("ht1-cpi-after-tuning", cpi),
    ],
)
