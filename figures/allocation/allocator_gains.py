"""Gains of the allocator changes of 2010: together, each alone, and all but one."""

from collections.abc import Iterator
from dataclasses import replace
from math import fsum
from typing import Any

from figures.allocation.experiments.gains import (
    SCENES,
    Scene,
    rate,
    switched_rules,
    variation,
    watched,
)
from figures.allocation.experiments.rewrites import PENDING, SAMPLED, pair, read_time
from figures.allocation.experiments.rules import BLOCK, BONUSES, MEANT, OLD, fill
from figures.define.claims import measured
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
from figures.define.params import ParameterError
from figures.kit.rows import of
from models.units import MB

LEAST, FEW, MANY = 100, 219, 1081  # blocks simulated in a slab
SAMPLES, BEFORE = (
    20,
    10,
)  # stretches that are measured; earlier ones that are drawn, for each overwrite of the pool
MUCH = 0.55  # bytes written, as a multiple of the disk's, above which slabs get fewer blocks
LABELS = {
    "free": "switch at 96 %",
    "give_up": "leave early",
    "bonus": "smaller bonus",
    "prefetch": "map ahead",
}
COMPARED = {"both": "2010 with 2009", "alone": "each change alone", "without": "all but one"}
GOALS = {
    SCENES["runs"]: ("calmer", "alloc-variability"),
    SCENES["OLTP"]: ("gain", "alloc-oltp"),
    SCENES["Exchange"]: ("gain", "alloc-exchange"),
}  # pool -> (the field of a case, the claim)
ORDER, WHOLE = tuple(LABELS), ("as in 2009", "as in 2010")


def cases(compare: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the cases to compare, each as (name, names of the changes of 2010 that it makes)."""
    yield WHOLE[0], ()
    for name in ORDER if compare != "both" else ():
        yield (
            (LABELS[name], (name,))
            if compare == "alone"
            else (f"without {LABELS[name]}", tuple(other for other in ORDER if other != name))
        )
    yield WHOLE[1], ORDER


def run(
    fill: float,
    start: float,
    stop: float,
    bonus: str,
    compare: str,
    reads: float,
    sample: int,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: curve (name, age, bytes written per second), machine (the same fields for a group
    that the machine writes), case (name, bytes per second, gain over 2009, blocks per I/O,
    variation: standard deviation of the rate relative to its mean, calmer: how much smaller the
    variation is than in 2009, best: share of the blocks placed by best fit, maps: share of the time
    spent on space maps, kind, zero), span (age at which the measured part begins or ends), and goal
    (of: gain or calmer, at: the reported number, text)."""
    known, first, disk = {}, None, pair(replace(OLD, kept=LEAST), seed=seed).disk
    read = read_time(disk)
    shorter = read_time(disk, PENDING + disk.spec.destage_set) / read - 1
    if stop <= start:
        raise ParameterError(
            "stop",
            f"stop must be more than start, {start:g}, got {stop:g}",
        )
    scene = Scene(fill, start, stop)
    written = fill * scene.stop
    limit = MANY if written <= MUCH else FEW if written <= 0.6 else LEAST
    kept = min(
        int(sample), limit if compare == "both" else SAMPLED if written <= 0.3 else min(limit, FEW)
    )
    share = 1.0 if scene.stop - start < 0.25 else 0.5  # the share of the writes that are timed
    goals = [goal for where, goal in GOALS.items() if where == scene._replace(reads=reads)]
    yield [{"row": "span", "age": age} for age in (start, scene.stop)] + [
        {"row": "goal", "of": of, "at": measured(id), "text": "reported"} for of, id in goals
    ]
    for name, names in cases(compare):
        rules = switched_rules(names)
        rules = replace(
            rules,
            prefetch=False,
            bonus=float(bonus) if "bonus" in names else rules.bonus,
            kept=kept,
        )
        if rules not in known:
            known[rules] = watched(
                scene, rules, samples=SAMPLES, share=share, seed=seed, before=round(BEFORE * start)
            )
        maps, (stretches, machine) = shorter if "prefetch" in names else 0.0, known[rules]
        *earlier, last = [
            s._replace(
                seconds=s.seconds + maps * s.loading + reads * read / 2 * s.blocks,
                loading=(1 + maps) * s.loading,
            )
            for s in (*stretches, machine() if name in WHOLE else stretches[-1])
        ]
        counted = earlier[-SAMPLES:]
        own = {"bytes": BLOCK * rate(counted), "variation": variation(counted, len(counted))}
        first = first or own
        yield (
            [
                {"row": "curve", "name": name, "age": s.age, "bytes": BLOCK * s.rate}
                for s in earlier
                if name in WHOLE
            ]
            + [
                {"row": "machine", "name": name, "age": s.age, "bytes": BLOCK * s.rate}
                for s in [last]
                if name in WHOLE
            ]
            + [
                {
                    "row": "case",
                    "name": name,
                    **own,
                    "gain": own["bytes"] / first["bytes"] - 1,
                    "zero": 0,
                    "calmer": 1 - own["variation"] / first["variation"],
                    "kind": name if name in WHOLE else "a mixture",
                    "blocks": sum(s.blocks for s in counted) / fsum(s.ios for s in counted),
                    "best": fsum(s.best for s in counted) / len(counted),
                    "maps": fsum(s.loading for s in counted) / fsum(s.seconds for s in counted),
                    "reads": reads,
                    "sample": kept,
                }
            ]
        )


def case(rows: Rows, name: str) -> Row:
    """Return the row of the case with this name, or the last row if there is none."""
    every = of(rows, "case")
    return next((row for row in every if row["name"] == name), every[-1])


def values(rows: Rows) -> dict[str, float]:
    old, new, single = case(rows, WHOLE[0]), case(rows, WHOLE[1]), of(rows, "case")[1:-1]
    machine = of(rows, "machine")
    by = {f"{key}_{name}": 0.0 for name in ORDER for key in ("gain", "calmer")}
    by |= {
        f"{key}_{name}": row[key]
        for row, name in zip(single, ORDER, strict=False)
        for key in ("gain", "calmer")
    }
    return {
        "gain": new["gain"],
        "times": 1 + new["gain"],
        "calmer": new["calmer"],
        "old": old["bytes"],
        "new": new["bytes"],
        "old_blocks": old["blocks"],
        "new_blocks": new["blocks"],
        "old_variation": old["variation"],
        "new_variation": new["variation"],
        "packed_old": old["best"],
        "packed_new": new["best"],
        "reads": new["reads"],
        "sample": new["sample"],
        "maps_old": old["maps"],
        "maps_new": new["maps"],
        "machine_old": machine[0]["bytes"],
        "machine_new": machine[-1]["bytes"],
        "sum": fsum(row["gain"] for row in single),
        **by,
    }


def describe(rows: Rows) -> str:
    v, single = values(rows), of(rows, "case")[1:-1]
    apart = ", ".join(
        f"{row['name']} {round(row['gain'], 2) + 0.0:+.0%}" for row in single
    ).replace("-", "\N{MINUS SIGN}")
    much, calm = "more" if v["gain"] >= 0 else "less", "less" if v["calmer"] >= 0 else "more"
    every = f" Compared with 2009: {apart}." if apart else ""
    return (
        f"The rules of 2009 write {v['old'] / MB:.0f} MB/s, those of 2010 {v['new'] / MB:.0f} MB/s, {abs(v['gain']):.0%} "
        f"{much}, and that varies by {abs(v['calmer']):.0%} {calm} from one twentieth of this time to the next.{every}"
    )


HUES = {
    WHOLE[0]: "var(--wtg-2)",
    WHOLE[1]: "var(--wtg-1)",
    "a mixture": "color-mix(in srgb, var(--wtg-1) 45%, var(--wtg-card))",
}
CURVES = {"domain": list(WHOLE), "range": [HUES[name] for name in WHOLE]}


def goal(of: str) -> list[dict[str, Any]]:
    """Return the marks of a dashed line at the reported value of `of`. Nothing is drawn if none was
    reported for this pool."""
    return [
        mark(
            "ruleX", {"row": "goal", "of": of}, x="at", stroke="currentColor", strokeDasharray="4,4"
        ),
        mark(
            "text",
            {"row": "goal", "of": of},
            x="at",
            text="text",
            frameAnchor="top",
            textAnchor="end",
            dx=6,
            dy=-12,
            fill="currentColor",
        ),
    ]


def bars(compare: str, field: str, label: str) -> dict[str, Any]:
    """Return the panel that compares the cases by one field."""
    return panel(
        [
            *goal(field),
            mark("barX", {"row": "case"}, x1="zero", x2=field, y="name", fill="kind", tip=True),
            mark("ruleX", data=[0]),
        ],
        {
            "x": {"label": label, "unit": "%", "grid": True, "ticks": 6},
            "y": {"label": None, "domain": [name for name, _ in cases(compare)]},
            "color": {"label": "rules", "domain": list(HUES), "range": list(HUES.values())},
        },
        height=150 if compare == "both" else 205,
        when={"compare": compare},
        tab="Gains",
    )


def scene(name: str, **others: str | float) -> dict[str, str | float]:
    """Return the settings of a pool for which a gain was published, overridden by `others`."""
    return {**SCENES[name]._asdict(), **others}


FIGURE = Figure(
    id="allocator-gains",
    title="What each change is worth",
    caption="The same pool under the rules of 2009, under those of 2010, and under mixtures. Gains: how much more the disk "
    "writes than in 2009, and by how much less that varies from one twentieth of the time that counts to the next "
    "(dashed: what the text reports, if it reports something of a pool like this one). As it ages: what the disk "
    "writes; the time between the two thin upright lines counts. Rings: the last stretch as a group that the machine "
    "writes to both disks and waits for.",
    params={
        "compare": Choice(
            "Compared", "both", COMPARED, "Which bars are shown between 2009 and 2010."
        ),
        "fill": fill(SCENES["runs"].fill, 0.9),
        "reads": Number(
            "Reads for each overwrite",
            SCENES["runs"].reads,
            0.0,
            0.2,
            step=0.01,
            help="Reads of 8 KiB from the pool's disks for each overwrite; at 0 memory answers every read.",
        ),
        "start": Number(
            "Measured from an age of",
            SCENES["runs"].start,
            0.0,
            0.9,
            step=0.01,
            more=True,
            help="The age at which measuring begins: bytes overwritten, as a multiple of the bytes the pool holds.",
        ),
        "stop": Number(
            "Until an age of",
            SCENES["runs"].stop,
            0.1,
            1.0,
            step=0.01,
            more=True,
            help="The age at which measuring ends; it must be greater than the one at which it begins.",
        ),
        "bonus": Choice(
            "The smaller bonus",
            MEANT,
            {key: text for key, text in BONUSES.items() if key != f"{OLD.bonus:g}"},
            "The factor on the weight of a used slab under the rules of 2010.",
            more=True,
        ),
        "sample": Number(
            "Blocks kept of a slab",
            SAMPLED,
            FEW,
            MANY,
            whole=True,
            stops=(FEW, SAMPLED, MANY),
            more=True,
            help="How many of the 600,000 blocks in a slab the model simulates. With more blocks the results scatter less; where much is written, fewer are simulated.",
        ),
    },
    presets={
        "all four changes": Preset(help="the whole pool is overwritten once"),
        "each change alone": Preset({"compare": "alone"}, "the same pool"),
        "all but one": Preset({"compare": "without"}, "the same pool"),
        "Exchange": Preset(
            scene("Exchange", sample=MANY), "2009 uses slabs again, 2010 does not yet"
        ),
        "Exchange, each alone": Preset(
            scene("Exchange", compare="alone"), "the same time, one change at a time"
        ),
        "as it was compiled": Preset(
            scene("Exchange", bonus="1", stop=1.0), "no bonus in 2010; watched for longer"
        ),
        "OLTP": Preset(scene("OLTP", sample=MANY), "half full, and a few reads come from disk"),
        "OLTP, more reads": Preset(
            {**scene("OLTP", sample=FEW), "reads": 0.1}, "one read from disk for ten overwrites"
        ),
        "a very full pool": Preset(
            {"fill": 0.88, "stop": 0.3, "sample": FEW}, "where the new rules lose"
        ),
    },
    run=run,
    panels=[
        *(bars(compare, "gain", "more than in 2009") for compare in COMPARED),
        *(bars(compare, "calmer", "less variation than in 2009") for compare in COMPARED),
        panel(
            [
                mark("ruleX", {"row": "span"}, x="age", stroke="currentColor", strokeOpacity=0.5),
                mark("line", {"row": "curve"}, x="age", y="bytes", stroke="name", strokeWidth=2),
                mark("dot", {"row": "curve"}, x="age", y="bytes", fill="name", r=3, tip=True),
                mark("ruleY", data=[0]),
                mark(
                    "dot",
                    {"row": "machine"},
                    x="age",
                    y="bytes",
                    stroke="name",
                    r=7,
                    strokeWidth=2,
                    tip=True,
                ),
            ],
            {
                "x": {"label": "overwritten, in times the contents", "unit": ""},
                "y": {"label": "written", "unit": "MB/s", "zero": True, "grid": True, "ticks": 4},
                "color": {**CURVES, "label": "rules", "legend": True},
            },
            height=350,
            tab="As it ages",
        ),
    ],
    table=table(
        {"row": "case"},
        [
            column("name", "rules"),
            column("bytes", "written", "MB/s", 1),
            column("gain", "more than in 2009", "%"),
            column("blocks", "blocks of an I/O", digits=1),
            column("variation", "variation", "%"),
            column("best", "placed by best fit", "%"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("bourbonnais2010exchange", "the gains"),
    reproduces=["allocation-gains"],
    targets=[
        target("alloc-exchange", lambda rows: values(rows)["gain"], "Exchange"),
        target("alloc-variability", lambda rows: values(rows)["calmer"]),
        target("alloc-oltp", lambda rows: values(rows)["gain"], "OLTP"),
    ],
)
