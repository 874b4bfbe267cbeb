"""Which slab comes next: 200 weights, and the effect of a bonus for used slabs."""

from collections.abc import Iterator

from figures.allocation.experiments.overwrites import Overwrites
from figures.allocation.experiments.rewrites import pair
from figures.allocation.experiments.rules import MEANT, TEXT, age, bonus, fill, give_up, rules_of
from figures.allocation.experiments.slab_cycle import least_for
from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    Switch,
    cite,
    frame,
    mark,
    panel,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from models.catalogue.machines import values as constants
from models.sim.stats import mean
from models.units import KiB, MiB
from models.zfs.allocator.metaslabs import Metaslabs

ZFS = constants("allocator")
UNITS = 219  # blocks simulated in a slab
PICTURES = 12
FRESH, USED, PRIMARY = "never used", "used before", "in use"
HUES = {
    FRESH: "var(--wtg-4)",
    USED: "color-mix(in srgb, var(--wtg-1) 70%, var(--wtg-card))",
    PRIMARY: "var(--wtg-accent)",
}


def weights(space: Metaslabs, stamp: float) -> Iterator[Row]:
    """Yield the rows of a picture: the weight of each slab, as a multiple of that of an empty slab
    at the outer edge."""
    most = float(UNITS) * (ZFS["low_bonus"] if space.rules.low else 1.0)
    for number, slab in enumerate(space.slabs):
        kind = PRIMARY if number == space.primary else USED if space.begun[number] else FRESH
        yield {
            "row": "weight",
            "frame": stamp,
            "x1": number,
            "x2": number + 1,
            "slab": number,
            "kind": kind,
            "weight": space.weight(number) / most,
            "free": f"{slab.free / UNITS:.0%}",
        }


def run(
    bonus: str, fill: float, age: float, low: bool, give_up: bool, least: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: weight (frame: age, slab, x1, x2, weight as a multiple of that of an empty slab
    at the outer edge, free: share as text, kind), now (frame, age), chosen (age, slab, used: share
    of it in use, kind), limit (used), span (age, number of slabs used so far), and sum."""
    rules = rules_of(0.7, bonus, give_up, low=low, least=int(least), kept=UNITS)
    pool = Overwrites(pair(rules, seed=seed).pool.contents, fill, seed=seed)
    space, pictures = pool.space, 0
    primary, begun = space.primary, list(space.begun)
    yield [
        {"row": "limit", "used": least_for(float(bonus)), "text": f"{least_for(float(bonus)):.0%}"}
    ]
    while pictures <= PICTURES:
        if pool.age >= age * pictures / PICTURES:
            stamp = round(pool.age, 2)
            yield [
                {"row": "now", "frame": stamp, "age": pool.age},
                *weights(space, stamp),
                {"row": "span", "age": pool.age, "slabs": sum(space.begun)},
            ]
            pictures += 1
            continue
        before = [slab.free for slab in space.slabs]
        group = pool.group()
        for slab in dict.fromkeys(run.slab for run in group.runs):
            if slab != primary:
                primary = slab
                yield [
                    {
                        "row": "chosen",
                        "age": pool.age,
                        "slab": slab,
                        "used": 1 - before[slab] / UNITS,
                        "kind": USED if begun[slab] else FRESH,
                    }
                ]
                begun[slab] = True
    yield [
        {
            "row": "sum",
            "bonus": float(bonus),
            "fill": fill,
            "slabs": len(space.slabs),
            "used": sum(space.begun),
            "age": pool.age,
        }
    ]


def values(rows: Rows) -> dict[str, float]:
    total = one(rows, "sum")
    late = [row for row in of(rows, "chosen") if row["age"] > total["age"] / 2]
    again = [row for row in late if row["kind"] == USED]
    taken = mean([row["used"] for row in again]) if again else 0.0
    return {
        "slabs": total["slabs"],
        "span": total["used"],
        "share": total["used"] / total["slabs"],
        "taken": taken,
        "run": 1 / taken if taken else 0.0,
        "outer": ZFS["low_bonus"],
        "least": total["fill"] * total["slabs"],
        "limit": least_for(total["bonus"]),
        "empty": 1 / total["bonus"],
        "bonus": total["bonus"],
        "fill": total["fill"],
        "fresh": sum(row["kind"] == FRESH for row in late),
        "chosen": len(late),
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    again = (
        (
            f" Those that were used again were {v['taken']:.0%} full when their turn came, so that their free runs had "
            f"{v['run']:.1f} blocks."
        )
        if v["taken"]
        else ""
    )
    return (
        f"Of {v['slabs']} slabs {v['span']} have been used in the end, in a pool that is {v['fill']:.0%} full.{again} "
        f"A slab that is more than {v['limit']:.0%} full weighs less than an empty one beside it."
    )


LOOKS = {"label": "slab", "domain": list(HUES), "range": list(HUES.values())}
AGE = {"label": "overwritten, in times the contents", "unit": "", "zero": True}
SLAB = {"label": "slab, from the outer edge of the disk to the inner", "domain": [0, 200]}

FIGURE = Figure(
    id="slab-weights",
    title="Choosing a slab",
    caption="Which slab: the weight of each, over that of one at the outer edge that was never used (the highest is next); "
    "and which was taken up when. How full: it was at that time; the dashed line is where an unused slab at the "
    "same place weighs as much.",
    params={
        "bonus": bonus(),
        "fill": fill(0.3, 0.9),
        "age": age(1.5, 3.0),
        "low": Switch(
            "Outer slabs weigh more",
            True,
            more=True,
            help="On: a slab at the outer edge weighs twice as much as one at the inner edge.",
        ),
        "give_up": give_up(more=True),
        "least": Number(
            "Run below which a slab counts as broken up",
            ZFS["least"],
            8 * KiB,
            1 * MiB,
            unit="KiB",
            more=True,
            stops=powers(8 * KiB, 1 * MiB),
            help="A slab without a free run of this many bytes is filled by best fit, and may be left early. The pictures change with this only if slabs are left early.",
        ),
    },
    presets={
        "2009": Preset(help="a used slab weighs twice as much"),
        "2010, as it was meant": Preset(
            {"bonus": MEANT}, "one and a half times; nothing else is changed"
        ),
        "2010, as it was compiled": Preset({"bonus": "1"}, "no bonus at all"),
        "2010, as it was told": Preset(
            {"bonus": TEXT}, "a used slab is preferred until it is 33 % empty"
        ),
        "2010, and slabs left early": Preset(
            {"bonus": MEANT, "give_up": True}, "as it was meant, with the other change"
        ),
        "no place better than another": Preset({"low": False}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "weight"},
                    x1="x1",
                    x2="x2",
                    y1=0,
                    y2="weight",
                    fill="kind",
                    insetLeft=0.25,
                    insetRight=0.25,
                    channels={"slab": "slab", "free": "free"},
                    tip=True,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": SLAB,
                "y": {"label": "weight", "grid": True, "ticks": 4, "zero": True},
                "color": {**LOOKS, "legend": True},
            },
            height=220,
            frame=frame("frame", "overwritten", "", 2, (0.75,)),
            tab="Which slab",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "span"},
                    x="age",
                    y="slabs",
                    stroke="currentColor",
                    strokeDasharray="3,4",
                ),
                mark("dot", {"row": "chosen"}, x="age", y="slab", fill="kind", r=2.5, tip=True),
                mark("ruleX", {"row": "now"}, x="age", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": AGE,
                "y": {"label": "slab taken up", "domain": [0, 200], "ticks": 4},
                "color": LOOKS,
            },
            height=210,
            frame=frame("frame", "overwritten", "", 2, (0.75,)),
            tab="Which slab",
        ),
        panel(
            [
                mark(
                    "ruleY",
                    {"row": "limit"},
                    y="used",
                    stroke="currentColor",
                    strokeDasharray="5,4",
                ),
                mark("dot", {"row": "chosen"}, x="age", y="used", fill="kind", r=2.5, tip=True),
                mark("ruleX", {"row": "now"}, x="age", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": AGE,
                "y": {
                    "label": "how full it was",
                    "unit": "%",
                    "domain": [0, 1],
                    "ticks": 4,
                    "grid": True,
                },
                "color": {**LOOKS, "legend": True},
            },
            height=330,
            frame=frame("frame", "overwritten", "", 2, (0.75,)),
            tab="How full",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "the weights of slabs"),
    reproduces=["metaslab-selection"],
)
