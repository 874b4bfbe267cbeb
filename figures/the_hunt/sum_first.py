"""One line for all: a mean of means, and a sum divided by a sum."""

from collections.abc import Iterator
from math import fsum
from typing import Any

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.head_node.experiments.boards import OLD, read
from figures.kit.rows import of
from figures.kit.words import count, time
from models.catalogue.machines import values as constants
from models.head.head import Head
from models.observed.listings import CIFS_BY_ADDRESS, CIFS_BY_NAME
from models.observed.sums import Core, cifssvrtop, cpi, mean_time
from models.sim.stats import mean
from models.units import KiB

WHAT = {"clients": "five clients of a server", "cores": "cores of a server"}
SIZE, REST = 128 * KiB, 0.02
"""What the cores serve (bytes a read), and the share of its time that a resting core is at work. Taken: a clock's ticks
and what else a kernel does."""
PUBLISHED, LINES, SUMS = "the tool's last line", "mean of the lines", "sum by sum"


def run(what: str, work: int, scale: float, seed: int) -> Iterator[Rows]:
    """Yield rows: part (name, value: s or cycles per instruction, weight: a second) and all (way, value). `work` of
    the cores serve reads, and four rest; `scale` is by how much the busiest client writes more."""
    written, lines = cifssvrtop(CIFS_BY_ADDRESS)
    unnamed, nobody = cifssvrtop(CIFS_BY_NAME)
    *clients, last = lines
    yield [
        {
            "row": "tool",
            "published": last.time,
            "interval": written / last.rate,
            "unnamed_interval": unnamed / nobody[-1].rate,
            "size": last.rate / last.writes,
            "missing_ops": last.ops - fsum([each.ops for each in clients]),
        }
    ]
    if what == "clients":
        busiest = clients[-1]
        clients[-1] = busiest._replace(writes=busiest.writes * scale, rate=busiest.rate * scale)
        yield [part(each.name, each.time, each.writes) for each in clients]
        yield [whole(LINES, mean([each.time for each in clients])), whole(SUMS, mean_time(clients))]
        if scale == 1:
            yield [whole(PUBLISHED, last.time)]
        return
    cores = [core(True)] * int(work) + [core(False)] * 4
    yield [
        part(f"core {number}", each.cycles / each.instructions, each.instructions)
        for number, each in enumerate(cores)
    ]
    yield [
        whole(LINES, mean([each.cycles / each.instructions for each in cores])),
        whole(SUMS, cpi(cores)[0]),
    ]


def core(works: bool) -> Core:
    """Return the counters of a second of a core of the server of 2008 that serves reads, or rests."""
    head, clock = Head(OLD), constants(OLD)["clock"]
    operation = read(head, SIZE)
    state = head.most(operation) if works else head.at(operation, 0.0)
    cycles = clock * (state.busy if works else REST)
    return Core(clock, cycles, cycles / state.cpi)


def part(name: str, value: float, weight: float) -> dict[str, str | float]:
    """Return the row of a line of the table."""
    return {"row": "part", "name": name, "value": value, "weight": weight}


def whole(way: str, value: float) -> dict[str, str | float]:
    """Return the row of a line for all."""
    return {"row": "all", "way": way, "value": value, "words": way}


def values(rows: Rows) -> dict[str, float]:
    names, parts = {LINES: "lines", SUMS: "sums"}, of(rows, "part")
    found = {names[row["way"]]: row["value"] for row in of(rows, "all") if row["way"] in names}
    found |= {name: value for name, value in of(rows, "tool")[0].items() if name != "row"}
    found |= {"last": parts[-1]["value"], "least": min(row["value"] for row in parts)}
    return found | {"share": parts[-1]["weight"] / fsum([row["weight"] for row in parts])}


def describe(rows: Rows) -> str:
    v = values(rows)
    if of(rows, "part")[0]["name"].startswith("core"):
        return (
            f"Summed up first, the cores take {v['sums']:.1f} cycles for an instruction; the mean of the lines is "
            f"{v['lines']:.1f}."
        )
    return (
        f"Summed up first, a write took {time(v['sums'])}; the mean of the lines is {time(v['lines'])}. "
        f"{count(100 * v['share'])} of a hundred writes are those of the slowest client."
    )


WAYS = {LINES: "var(--wtg-3)", SUMS: "var(--wtg-2)", PUBLISHED: "var(--wtg-4)"}


def bars(
    what: str, axis: str, unit: str | None, ways: list[str], **shown: object
) -> dict[str, Any]:
    """Return the panel of the lines of one tool, and of the lines for all."""
    return panel(
        [
            mark(
                "barX",
                {"row": "part"},
                y="name",
                x="value",
                fill="var(--wtg-1)",
                fillOpacity=0.55,
                tip=True,
            ),
            mark("ruleX", {"row": "all"}, x="value", stroke="way", strokeWidth=3),
        ],
        {
            "x": {"label": axis, **({"unit": unit} if unit else {}), "zero": True, "grid": True},
            "y": {"label": None},
            "color": {"domain": ways, "range": [WAYS[way] for way in ways], "legend": True},
        },
        height=250,
        when={"what": what, **shown},
    )


FIGURE = Figure(
    id="sum-first",
    title="Sum first",
    caption="Each bar is a line of a tool: a client's mean time of a write, or a core's cycles per instruction. The bold lines are "
    "two ways to make one line of them.",
    params={
        "what": Choice(
            "Lines",
            "clients",
            WHAT,
            help="Clients, as published in 2012, or cores of this book's server.",
        ),
        "scale": Number(
            "The busiest writes",
            1.0,
            0.5,
            4.0,
            step=0.5,
            help="How many times as much as was published the busiest client writes, at the same time for each.",
        ),
        "work": Number(
            "Cores at work",
            4,
            1,
            12,
            whole=True,
            help="Cores that serve reads. Four more rest.",
        ),
    },
    presets={
        "five clients": Preset(),
        "a busier one": Preset({"scale": 3.0}),
        "cores": Preset({"what": "cores"}),
        "one core at work": Preset({"what": "cores", "work": 1}),
    },
    run=run,
    panels=[
        bars("clients", "mean time of a write", "ms", [*WAYS], scale=1.0),
        bars(
            "clients",
            "mean time of a write",
            "ms",
            [LINES, SUMS],
            scale=[0.5, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0],
        ),
        bars("cores", "cycles per instruction", None, [LINES, SUMS]),
    ],
    table=table(
        {"row": "part"},
        [
            column("name", "line"),
            column("value", "its mean", digits=4),
            column("weight", "writes or instructions a second"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("elling2012cifssvrtop", "by IPv4 address"),
    reproduces=["cifssvrtop-by-name", "cifssvrtop-by-ip", "amd64cpi-script"],
    chance=False,
)
