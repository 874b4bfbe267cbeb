"""A slab is filled by first fit. Where do the stairs end, how full is it there, and what ended them?"""

from functools import cache

from exercises.kit.form import Choice, Number
from exercises.kit.picture import picture_of
from figures.define.figure import mark, panel
from figures.allocation.experiments.rewrites import SAMPLED, pair
from figures.allocation.experiments.overwrites import Overwrites
from models.zfs.allocator.metaslabs import RULES, Rules

KIND = "read"
SWITCH, RUN, LEFT, TOP = "switch", "run", "left", "top"
FORM = {
    "top": Number(
        "Place at which the stairs end",
        unit="%",
        low=0.01,
        high=1.0,
        help="Of the way through slab A.",
    ),
    "full": Number("Fill of slab A at the end of its stairs", unit="%", low=0.01, high=1.0),
    "cause": Choice(
        "What ended the stairs?",
        {
            SWITCH: "The slab was as full as the switch says, and best fit began",
            RUN: "The slab was not yet so full, but no free run of 128 KiB was left, and best fit began",
            LEFT: "No free run of 128 KiB was left, and the allocator went on to another slab",
            TOP: "First fit had come to the end of the slab, and began at its start again",
        },
    ),
}
SWITCHES = [0.78, 0.8, 0.82, 0.84]
"""With each of them a slab is soon found for each of the three causes, so that the text does not tell the cause."""
SLABS, AGE, MOST, NEXT = (
    40,
    0.8,
    1000,
    6,
)  # of a disk a part; groups that are watched, and drawn of the next slab


def case(rng):
    """What ends the stairs is drawn, and, whatever it is, the switch; a slab is looked for in which just that happens."""
    cause, switch, seen = rng.choice([RUN, LEFT, SWITCH]), rng.choice(SWITCHES), None
    while seen is None:
        fill, seed = rng.choice([0.35, 0.4, 0.45]), rng.randint(1, 10_000)
        seen = found(switch, fill, seed, cause)
    return {
        "fill": fill,
        "seed": seed,
        "cause": cause,
        "switch": switch,
        **{name: seen[name] for name in ("begin", "top", "end")},
    }


@cache
def found(switch, fill, seed, cause):
    """A slab whose stairs are ended by this cause, from its turn on; None if there is none soon.

    begin, end: how much of it was in use when its turn came, and where the stairs ended; top: the place in it at which they
    did; best: share of its blocks that best fit placed; runs: group, slab, from and to of all that is drawn.
    """
    rules = Rules(
        round(1 - switch, 6),
        RULES["2009"].bonus,
        cause == LEFT,
        prefetch=False,
        slabs=SLABS,
        kept=SAMPLED,
    )
    pool = Overwrites(pair(rules, seed=seed).pool.contents, fill, seed=seed).until(AGE)
    seen, last = [], None  # groups of the slab in use: number, free blocks of it before, run
    for group in range(MOST):
        free = [slab.free for slab in pool.space.slabs]
        runs = pool.group().runs
        for n, run in enumerate(runs):
            if run.slab != last:
                one = looked_at(seen) if seen and seen[0][0] else {}
                if one and clear(one, cause, switch):
                    behind = [runs[n:], *(pool.group().runs for _ in range(NEXT - 1))]
                    return drawn(
                        one,
                        seen,
                        [
                            (group + late, 0, each)
                            for late, some in enumerate(behind)
                            for each in some
                        ],
                    )
                seen, last = [], run.slab
            seen.append((group, free[run.slab], run))
    return None


def drawn(one, seen, behind):
    """What can be said, and all runs that are drawn: from and to, in groups and in the slab; next: when another comes."""
    first, last = (
        seen[0][0],
        behind[0][0],
    )  # in the last group the first blocks still go to the slab
    x = last - first + (0.5 if seen[-1][0] == last else 0.0)
    runs = []
    for some, low, high in ((seen, 0.0, x), (behind, x, last - first + float(NEXT))):
        runs += [
            [
                max(low, group - first),
                min(high, group - first + 1.0),
                run.start / SAMPLED,
                (run.start + run.units) / SAMPLED,
            ]
            for group, _, run in some
        ]
    return {**one, "runs": runs, "next": x}


def looked_at(taken):
    """What can be said of one slab's turn."""
    left = taken[0][1]
    one = {"begin": 1 - left / SAMPLED, "end": 0.0, "top": 0.0}
    stairs = next((n for n, (_, _, run) in enumerate(taken) if run.best), len(taken))
    units = sum(run.units for _, _, run in taken[:stairs])
    one["end"] = one["begin"] + units / SAMPLED
    one["top"] = max((run.start + run.units for _, _, run in taken[:stairs]), default=0) / SAMPLED
    one["best"] = 1 - units / sum(run.units for _, _, run in taken)
    return one


def clear(one, cause, switch):
    """Whether this cause ended the stairs, in the middle of the slab, so that it can be read from the picture."""
    if (
        not 0.25 <= one["top"] <= 0.76
        or abs(one["top"] + (1 - one["top"]) * one["begin"] - one["end"]) > 0.02
    ):
        return False
    if any(
        abs(one["top"] - other) < 1e-4
        for other in (one["begin"], 1 - one["end"], (1 - one["top"]) * one["begin"])
    ):
        return False  # whoever read one of them for another could not be told which
    if cause == SWITCH:
        return one["best"] >= 0.2 and abs(one["end"] - switch) <= 0.015
    return one["end"] <= switch - 0.08 and (
        one["best"] <= 0.04 if cause == LEFT else one["best"] >= 0.2
    )


def picture(case):
    """Where in the slab each group's blocks go."""
    one = found(case["switch"], case["fill"], case["seed"], case["cause"])
    rows = [
        {"row": "run", "x1": x1, "x2": x2, "y1": y1, "y2": y2} for x1, x2, y1, y2 in one["runs"]
    ]
    rows += [
        {"row": "slab", "x": x, "name": name}
        for x, name in ((0, "slab A"), (one["next"], "slab B"))
    ]
    then = (
        "Then they go to another slab, slab B, from its start on."
        if case["cause"] == LEFT
        else f"From then on the blocks of each group lie far apart, nearly all above {case['top']:.0%}, until slab B follows."
    )
    return picture_of(
        [
            panel(
                [
                    mark(
                        "ruleX",
                        {"row": "slab"},
                        x="x",
                        stroke="currentColor",
                        strokeOpacity=0.5,
                        strokeDasharray="3,3",
                    ),
                    mark(
                        "rect",
                        {"row": "run"},
                        x1="x1",
                        x2="x2",
                        y1="y1",
                        y2="y2",
                        fill="var(--wtg-1)",
                        stroke="var(--wtg-1)",
                        strokeWidth=0.6,
                    ),
                    mark(
                        "text",
                        {"row": "slab"},
                        x="x",
                        text="name",
                        y=1.08,
                        textAnchor="start",
                        dx=3,
                        fill="currentColor",
                    ),
                ],
                {
                    "x": {"label": "groups, one after the other", "ticks": 6},
                    "y": {
                        "label": "place in the slab",
                        "unit": "%",
                        "ticks": [n / 10 for n in range(11)],
                        "domain": [0, 1.14],
                        "grid": True,
                    },
                },
                height=270,
            )
        ],
        rows,
        "Where in the slab the blocks of each group go. In slab A they first go to ever higher places that join on to "
        f"one another, from its start up to {case['top']:.0%} of the way. {then}",
    )
