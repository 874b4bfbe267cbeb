"""From drives to the cable: what each stage of a head carries, with disks in 2009 and with flash since."""

from collections.abc import Iterator

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
from figures.kit.pipeline import Stage, limit
from figures.kit.rows import of, one
from models.catalogue.machines import part
from models.head.pcie import Slot
from models.units import GB

HEADS = {
    "2009": "2009: a Sun 7410 with disks",
    "2021": "2021: a server of films, with flash",
    "today": "today: 24 drives of flash",
}
DRIVES, DRIVE_LANES, MEMORY, CARD_LANES, CABLE = STAGES = (
    "drives",
    "drives' lanes",
    "memory",
    "cards' lanes",
    "cables",
)
FIRST, ROOM = "full first", "has room"


def stages(head: str, crossings: float) -> list[Stage]:
    """Return what each stage carries (bytes/s) if each byte that is sent crosses memory so often."""
    c = part("flash-heads", head)

    def lanes(kind: str, slots: str, *, to_memory: bool) -> float:
        slot = Slot(int(c[f"{kind}_generation"]), int(c[f"{kind}_lanes"]), int(c["payload"]))
        if not to_memory:
            return float(c[slots] * slot.rate)
        at_least = Slot(slot.generation, slot.lanes, max(128, slot.payload))
        return float(c[slots] * at_least.to_memory)

    return [
        Stage(DRIVES, c["drives"] * c["drive_rate"], "data sheet, times their number"),
        Stage(DRIVE_LANES, lanes("drive", "drive_slots", to_memory=True), "PCI Express"),
        Stage(
            MEMORY, c["memory"] * c["for_data"] / crossings, "what cores leave, by the crossings"
        ),
        Stage(CARD_LANES, lanes("card", "cards", to_memory=False), "PCI Express"),
        Stage(CABLE, c["ports"] * c["port_rate"], "Ethernet"),
    ]


def run(head: str, crossings: int, seed: int) -> Iterator[Rows]:
    """Yield rows: stage (stage, capacity in bytes/s, what, said, why) and sum (rate, memory: all
    that memory moves, in bytes/s). Nothing depends on chance."""
    path = limit(stages(head, crossings))
    for stage in path.stages:
        yield [
            {
                "row": "stage",
                "stage": stage.name,
                "capacity": stage.capacity,
                "what": FIRST if stage is path.stage else ROOM,
                "said": f"{stage.capacity / GB:.3g}",
                "why": stage.why,
            }
        ]
    yield [
        {
            "row": "sum",
            "rate": path.rate,
            "memory": part("flash-heads", head)["memory"],
            "crossings": crossings,
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    carried = {row["stage"]: row["capacity"] for row in of(rows, "stage")}
    row = one(rows, "sum")
    return {
        "rate": row["rate"],
        "memory": row["memory"],
        "drives": carried[DRIVES],
        "cables": carried[CABLE],
        "cards": carried[CARD_LANES],
        "through": carried[MEMORY],
    }


def describe(rows: Rows) -> str:
    row, first = one(rows, "sum"), one(rows, "stage", what=FIRST)
    times = "once" if row["crossings"] == 1 else f"{row['crossings']} times"
    return f"Each byte crosses memory {times}. What is full first: {first['stage']}, at {row['rate'] / GB:.3g} GB a second."


FIGURE = Figure(
    id="head-today",
    title="From the drives to the cable",
    caption="What each stage can carry of the data that clients get. Memory: its rate, less the fifth that the cores use, "
    "divided by how often each byte crosses it.",
    params={
        "crossings": Number(
            "A byte crosses memory",
            4,
            1,
            8,
            whole=True,
            help="How many times each byte is written to memory or read from it on its way.",
        ),
        "head": Choice("Head", "2021", HEADS, "Which server: drives, lanes, memory and cables."),
    },
    presets={
        "a core encrypts": Preset(help="the server of 2021: four crossings"),
        "the card encrypts": Preset({"crossings": 2}),
        "today, through the cache": Preset({"head": "today", "crossings": 5}, "ZFS with 24 drives"),
        "today, direct": Preset({"head": "today", "crossings": 3}, "ZFS, past its cache"),
        "2009, with disks": Preset({"head": "2009", "crossings": 3}, "a Sun 7410"),
    },
    run=run,
    chance=False,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "stage"},
                    x="capacity",
                    y="stage",
                    fill="what",
                    channels={"where from": "why"},
                    tip=True,
                ),
                mark(
                    "text",
                    {"row": "stage"},
                    x="capacity",
                    y="stage",
                    text="said",
                    textAnchor="start",
                    dx=5,
                    fill="currentColor",
                ),
                mark(
                    "ruleX",
                    {"row": "sum"},
                    x="rate",
                    stroke="var(--wtg-2)",
                    strokeDasharray="4,3",
                    strokeWidth=1.5,
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {
                    "label": "can carry",
                    "unit": "GB/s",
                    "grid": True,
                    "ticks": 5,
                    "insetRight": 40,
                },
                "y": {"label": None, "domain": list(STAGES)},
                "color": {
                    "domain": [FIRST, ROOM],
                    "range": ["var(--wtg-2)", "var(--wtg-1)"],
                    "legend": True,
                },
            },
            height=230,
        )
    ],
    table=table(
        {"row": "stage"}, [column("stage", "stage"), column("capacity", "can carry", "GB/s", 1)]
    ),
    describe=describe,
    values=values,
    source=cite("gallatin2021netflix", "the platform and its limits", "Gallatin 2021"),
)
