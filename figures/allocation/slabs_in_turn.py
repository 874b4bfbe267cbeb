"""The slabs of a pool that are filled in turn, and lose blocks while others are filled."""

from collections.abc import Iterator

from figures.allocation.experiments.holes import contents_of
from figures.allocation.experiments.overwrites import Overwrites
from figures.allocation.experiments.slab_cycle import filled_from
from figures.define.figure import Figure, Number, Preset, Rows, cite, frame, mark, panel
from figures.kit.rows import of, one
from models.sim.stats import mean

SLABS, UNITS, FRAMES = 20, 500, 48
STEPS = 6
"""Pictures of the filling of a slab."""
WAITS = "color-mix(in srgb, var(--wtg-1) 65%, var(--wtg-card))"
BESIDE = SLABS + 0.6
"""Where the slab that is filled is drawn."""


def run(used: float, seed: int) -> Iterator[Rows]:
    """Yield rows: for each frame (slabs filled so far) slab (x1, x2, used; fullest first) and filled
    (used: share of the slab that is filled); chosen (used: share of a slab when its turn comes); pool and next (used,
    text); and sum."""
    cycle = filled_from(used)
    pool = Overwrites(contents_of(SLABS, UNITS), cycle.fill, seed=seed)
    pool.size = max(1, round((1 - used) * UNITS / STEPS))
    pool.until(2 * cycle.turns)
    space, taken, begun = pool.space, list[float](), used
    full = len(pool.places) / (SLABS * UNITS)
    for number in range(FRAMES):
        stamp = round(number / STEPS, 2)
        shares = [1 - here.free / UNITS for here in space.slabs]
        filling = space.primary if space.primary is not None else 0
        part = max(0.0, (shares[filling] - begun) / (1 - begun))
        waiting = sorted(
            (share for slab, share in enumerate(shares) if slab != filling), reverse=True
        )
        yield [
            {
                "row": "slab",
                "frame": stamp,
                "x1": round(rank + part, 2),
                "x2": round(rank + part + 0.85, 2),
                "used": share,
            }
            for rank, share in enumerate(waiting)
        ]
        yield [{"row": "filled", "frame": stamp, "used": shares[filling]}]
        pool.group()
        if space.primary != filling and space.primary is not None:
            begun = shares[space.primary]
            taken.append(begun)
    yield [{"row": "pool", "used": full, "text": f"pool {100 * full:.0f} %"}]
    yield [{"row": "chosen", "used": each} for each in taken]
    yield [{"row": "next", "used": used, "text": f"next {100 * used:.0f} %"}]
    yield [{"row": "sum", "pool": full, "asked": used, "closed": cycle.fill, "turns": cycle.turns}]


def values(rows: Rows) -> dict[str, float]:
    total, chosen = one(rows, "sum"), [row["used"] for row in of(rows, "chosen")]
    return {
        "pool": total["pool"],
        "asked": total["asked"],
        "next": mean(chosen) if chosen else 0.0,
        "run": 1 / total["asked"],
        "turns": total["turns"],
        "moved": total["asked"] / (1 - total["asked"]),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"If slabs are {v['asked']:.0%} full when their turn comes, all slabs together are {v['pool']:.0%} full: each lies "
        "between the next and a full one."
    )


FIGURE = Figure(
    id="slabs-in-turn",
    title="Slabs in turn",
    caption=f"A pool of {SLABS} slabs that is overwritten at random: how full each is, the fullest first. The emptiest is always next.",
    params={
        "used": Number(
            "The next slab is full to",
            0.5,
            0.1,
            0.9,
            unit="%",
            step=0.05,
            help="The share of a slab that is still in use when its turn comes.",
        ),
    },
    presets={
        "half full": Preset(),
        "70 % full": Preset({"used": 0.7}, "where 30 % of the next slab are free"),
        "20 % full": Preset({"used": 0.2}, "where holes are longer"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("rect", {"row": "slab"}, x1="x1", x2="x2", y1=0, y2="used", fill=WAITS),
                mark(
                    "rect",
                    {"row": "filled"},
                    x1=BESIDE,
                    x2=BESIDE + 0.85,
                    y1=0,
                    y2="used",
                    fill="var(--wtg-accent)",
                ),
                mark(
                    "ruleY",
                    {"row": "pool"},
                    y="used",
                    x1=0,
                    x2=BESIDE + 1,
                    stroke="currentColor",
                    strokeWidth=2,
                ),
                mark(
                    "ruleY",
                    {"row": "next"},
                    y="used",
                    x1=0,
                    x2=BESIDE + 1,
                    stroke="currentColor",
                    strokeDasharray="5,4",
                ),
                *(
                    mark(
                        "text",
                        {"row": row},
                        x=BESIDE + 1.3,
                        y="used",
                        text="text",
                        textAnchor="start",
                        fill="currentColor",
                        fontSize=13,
                        fontWeight=weight,
                    )
                    for row, weight in (("pool", "bold"), ("next", "normal"))
                ),
                *(
                    mark(
                        "text",
                        data=[{"x": x}],
                        x="x",
                        y=-0.07,
                        text=[text],
                        textAnchor=anchor,
                        fill="currentColor",
                        fontSize=12,
                    )
                    for x, text, anchor in (
                        (0, "just filled", "start"),
                        (SLABS - 0.5, "next", "end"),
                        (BESIDE + 0.1, "being filled", "start"),
                    )
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, BESIDE + 9]},
                "y": {
                    "label": "slab in use",
                    "unit": "%",
                    "domain": [-0.12, 1.02],
                    "ticks": [0, 0.25, 0.5, 0.75, 1],
                },
            },
            height=280,
            frame=frame("frame", "slab", "", 6, (0.5,)),
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "the switch at 70 % of a slab"),
)
