"""The choice of a queue depth: latency of reads against days of a resilver."""

from collections.abc import Iterator
from itertools import pairwise

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    column,
    handle,
    mark,
    panel,
    pick,
    table,
    target,
)
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import time
from figures.queues_resilvering.experiments.depths import DEPTHS, LATER, by_the_machine, days, point
from models.units import KiB, day, ms

ORDERS = {"metadata": "in metadata order", "disk": "in disk order"}
OTHER = {"metadata": "disk", "disk": "metadata"}
SHARES = {"p90": "nine of ten reads", "mean": "the average read"}
LEAST, MOST = 10 * ms, 4.0
QUICK, SLOW = 0.05, 60.0
ONE_DAY = 1.0
SHOWN = (1, 2, 3, 4, 10, 35)
OLD, COUNT = "old queue", 240


def run(
    depth: int, goal: float, share: str, reads: float, order: str, block: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: point (order, queue, depth, name, latency and alone in s, rate in bytes/s, days
    for a TB, verdict, mine), alone (depth, latency in s without a resilver), goal (the wish, and
    the region in which both parts of it hold), and run (drawn latency and days of the chosen depth,
    from a run of the machine).

    All other numbers, such as the time in which disk order finds its blocks, come from the fast
    form of this run.
    """
    yield [
        {
            "row": "goal",
            "x1": LEAST,
            "x2": goal,
            "y1": QUICK,
            "y2": ONE_DAY,
            "share": share,
            "order": order,
            "reads": reads,
            "label": "reads in time, a TB in a day",
        }
    ]
    block, depths = int(block), sorted({*SHOWN, int(depth)})

    def point_row(
        way: str,
        queue: str,
        name: str,
        number: int,
        alone: float,
        rule: str = "deadline",
        count: int = COUNT,
    ) -> Row:
        """Return the point of an order with the old queue at depth `number`, or with the queue of a
        later year (`rule`, with `number` 0). alone: the latency (s) without a resilver."""
        at_depth = number or 10
        found = point("disk", way, at_depth, rule, reads, block, count, seed)
        latency, duration = (
            getattr(found, share),
            days(way, at_depth, rule, reads, block, seed, found),
        )
        in_time, within_a_day = latency <= goal, duration <= ONE_DAY
        return {
            "row": "point",
            "order": way,
            "way": ORDERS[way],
            "queue": queue,
            "name": name,
            "depth": number,
            "label": str(name) if number in (0, 1, 2, 4, 10, 35, int(depth)) else "",
            "latency": latency,
            "alone": alone,
            "rate": found.rate,
            "days": duration,
            **placed(latency, duration),
            "verdict": "both"
            if in_time and within_a_day
            else "reads"
            if in_time
            else "resilver"
            if within_a_day
            else "neither",
            "mine": "yes" if way == order and number == depth and queue == OLD else "no",
        }

    alone_at = {}
    for tried in depths:
        alone_at[tried] = getattr(point("disk", "none", tried, rate=reads, seed=seed), share)
    yield [
        {
            "row": "alone",
            "depth": tried,
            "latency": latency,
            "label": "without a resilver" if tried == 10 else "",
        }
        for tried, latency in alone_at.items()
    ]
    for tried in depths:
        yield [point_row(order, OLD, str(tried), tried, alone_at[tried])]
    machine_run = by_the_machine(order, int(depth), reads, block, COUNT, seed)
    yield [
        {
            "row": "run",
            "order": order,
            "depth": depth,
            **placed(
                getattr(machine_run, share),
                days(order, int(depth), "deadline", reads, block, seed, machine_run),
            ),
        }
    ]
    for rule, name in LATER.items():
        yield [point_row(order, name, name[-4:], 0, alone_at[depths[-1]], rule, 120)]
    for tried in (1, 2, 3, 4, 10):
        yield [point_row(OTHER[order], OLD, str(tried), tried, alone_at[tried])]


def placed(latency: float, duration: float) -> dict[str, float]:
    """Return the coordinates at which a point is drawn. Those outside the picture are moved to its
    edge."""
    return {
        "drawn_latency": min(MOST, max(LEAST, latency)),
        "drawn_days": min(SLOW, max(QUICK, duration)),
    }


def points(rows: Rows, chosen: bool = True, queue: str = OLD) -> Rows:
    """Return the points of the chosen order or, if not `chosen`, those of the other order, sorted
    by depth."""
    wish = one(rows, "goal")
    return sorted(
        (
            row
            for row in of(rows, "point")
            if row["queue"] == queue and (row["order"] == wish["order"]) == chosen
        ),
        key=lambda row: row["depth"],
    )


def values(rows: Rows) -> dict[str, float]:
    chosen = one(rows, "point", mine="yes")
    wish = one(rows, "goal")
    found = {
        "depth": chosen["depth"],
        "latency": chosen["latency"],
        "alone": chosen["alone"],
        "days": chosen["days"] * day,
        "rate": chosen["rate"],
        "goal": wish["x2"],
        "added": chosen["latency"] - chosen["alone"],
        "good": sum(row["verdict"] in ("both", "reads") for row in points(rows)),
        "soon": sum(row["verdict"] in ("both", "resilver") for row in points(rows)),
        "both": sum(row["verdict"] == "both" for row in points(rows)),
    }
    for row in points(rows):
        found |= {
            f"latency_{row['depth']}": row["latency"],
            f"days_{row['depth']}": row["days"] * day,
            f"alone_{row['depth']}": row["alone"],
        }
    for row in points(rows, False):
        found |= {
            f"other_latency_{row['depth']}": row["latency"],
            f"other_days_{row['depth']}": row["days"] * day,
        }
    for queue in LATER.values():
        for row in points(rows, True, queue):
            found |= {
                f"latency_{queue[-4:]}": row["latency"],
                f"days_{queue[-4:]}": row["days"] * day,
            }
    return found


def listed(depths: list[int]) -> str:
    """Return depths in words: 1, 2 and 4, or none."""
    names = [str(depth) for depth in depths]
    return (
        "none"
        if not names
        else names[0]
        if len(names) == 1
        else f"{', '.join(names[:-1])} and {names[-1]}"
    )


def in_words(days: float) -> str:
    """Return a time in words, in days from two days on and in hours below that."""
    return f"{days:.3g} days" if days >= 2 else f"{days * 24:.3g} hours"


def describe(rows: Rows) -> str:
    chosen = one(rows, "point", mine="yes")
    wish = one(rows, "goal")
    in_time = [row["depth"] for row in points(rows) if row["verdict"] in ("both", "reads")]
    within_a_day = [row["depth"] for row in points(rows) if row["verdict"] in ("both", "resilver")]
    both = [depth for depth in in_time if depth in within_a_day]
    keeps = chosen["verdict"] in ("both", "reads"), chosen["verdict"] in ("both", "resilver")
    what = "take" if wish["share"] != "mean" else "takes"
    text = (
        f"At depth {chosen['depth']}, beside a resilver {ORDERS[wish['order']]}, {SHARES[wish['share']]} {what} up to "
        f"{time(chosen['latency'])}"
        if wish["share"] != "mean"
        else f"At depth {chosen['depth']}, beside a resilver {ORDERS[wish['order']]}, the average read takes "
        f"{time(chosen['latency'])}"
    )
    text += (
        f" ({time(chosen['alone'])} without it): {'within' if keeps[0] else 'more than'} your {time(wish['x2'])}. "
        f"A terabyte takes {in_words(chosen['days'])}: {'within' if keeps[1] else 'more than'} a day. "
    )
    if min(row["alone"] for row in points(rows)) > wish["x2"]:
        text += "No depth helps: the reads take longer than that even without a resilver."
    else:
        text += (
            f"Depths that keep the reads within it: {listed(in_time)}; that rebuild a terabyte in a day: {listed(within_a_day)}; "
            f"both: {listed(both)}."
        )
    if not both:
        other = [row["depth"] for row in points(rows, False) if row["verdict"] == "both"]
        if other:
            way = ORDERS[OTHER[wish["order"]]].capitalize()
            text += (
                f" {way} {'depths' if other[1:] else 'a depth'} of {listed(other)} would do both."
            )
    if newer := [
        row["queue"]
        for queue in LATER.values()
        for row in points(rows, True, queue)
        if row["verdict"] == "both"
    ]:
        text += f" The queue of {' and that of '.join(newer)} {'do' if newer[1:] else 'does'} both."
    return text


def cuts_latency(rows: Rows) -> bool:
    """Return whether a shallow queue reduces the latency that a resilver adds.

    From one depth to the next the added latency must never fall by more than a fifth, and at the
    deepest it must be more than three times as high as at depth 2. Without a resilver depth must
    hardly matter. All points must be drawn where they belong.
    """
    if not of(rows, "goal"):
        return False
    drawn = points(rows)
    alone = {row["depth"]: row["latency"] for row in of(rows, "alone")}
    if len(drawn) < 6 or [row["depth"] for row in drawn] != sorted(alone):
        return False
    if not all(
        row["latency"] > row["alone"] == alone[row["depth"]] > 0
        and row["drawn_latency"] == min(MOST, row["latency"])
        for row in drawn
    ):
        return False
    added = [row["latency"] - row["alone"] for row in drawn]
    few = max(a for a, row in zip(added, drawn, strict=True) if row["depth"] <= 2)
    return (
        all(deep > 0.8 * shallow for shallow, deep in pairwise(added))
        and added[-1] > 3 * few
        and max(alone.values()) < 1.5 * min(alone.values())
    )


READS = {
    "label": "time within which the reads are answered",
    "unit": "ms",
    "type": "log",
    "domain": [LEAST, MOST],
    "grid": True,
    "ticks": 4,
    "tickFormat": ",",
}
DAYS = {
    "label": "days for a terabyte",
    "type": "log",
    "domain": [QUICK, SLOW],
    "grid": True,
    "ticks": 4,
    "tickFormat": "~g",
}
WAYS = {
    "domain": list(ORDERS.values()),
    "range": ["var(--wtg-2)", "var(--wtg-3)"],
    "legend": True,
    "label": "resilver",
}

FIGURE = Figure(
    id="choose-depth",
    title="Choose a depth",
    caption="Reads and days: each dot is a queue depth; how long nine of ten reads take (across), and how long a terabyte "
    "takes (up). Drag the line to what your reads may take; in the shaded corner they are in time, and a terabyte takes a "
    "day at most. The ring is what you chose. Squares: OpenZFS's queues of 2013 and 2020. By depth: the same reads with the "
    "resilver and without it. All are samples: another seed moves a dot by a tenth, at deep queues by a quarter, and the "
    "square of 2013 in disk order by a factor of three.",
    params={
        "depth": Number(
            "Queue depth",
            2,
            1,
            35,
            whole=True,
            stops=DEPTHS,
            help="The most commands in the drive's queue (zfs_vdev_max_pending and zfs_vdev_min_pending). Others wait in ZFS's queue.",
        ),
        "goal": Number(
            "The reads may take",
            60 * ms,
            15 * ms,
            500 * ms,
            unit="ms",
            step=1 * ms,
            help="The latency that you promise to the programs.",
        ),
        "order": Choice(
            "The resilver reads",
            "disk",
            ORDERS,
            help="The order of the resilver. In metadata order its blocks lie anywhere; in disk order seeks are short, "
            "and neighbours are read together, up to 128 KiB.",
        ),
        "share": Choice(
            "Which reads",
            "p90",
            SHARES,
            more=True,
            help="Which reads must be in time. A sample has too few reads for the 99th "
            "percentile; the table of the race shows that.",
        ),
        "reads": Number(
            "Programs' reads",
            40.0,
            5.0,
            65.0,
            unit="1/s",
            step=5.0,
            more=True,
            help="Independent 8 KiB reads per second, anywhere on the disk.",
        ),
        "block": Number(
            "The resilver's blocks",
            8 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=powers(4 * KiB, 128 * KiB),
            more=True,
            help="The size of the resilver's blocks; in disk order neighbours are joined into reads of up to 128 KiB.",
        ),
    },
    presets={
        "disk order": Preset(
            help="40 reads a second, nine of ten within 60 ms; the depth that is advised"
        ),
        "metadata order": Preset(
            {"order": "metadata", "depth": 10}, "the depth of 2010, and no throttle"
        ),
        "a busy disk": Preset({"reads": 60.0, "depth": 3, "goal": 100 * ms}),
        "the average read": Preset({"share": "mean", "goal": 34 * ms}),
        "a quiet disk": Preset({"reads": 10.0, "goal": 30 * ms, "order": "metadata"}),
        "large blocks": Preset(
            {"block": 128 * KiB, "depth": 3, "goal": 80 * ms, "order": "metadata"},
            "128 KiB, still in metadata order",
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "goal"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="var(--wtg-accent)",
                    fillOpacity=0.12,
                ),
                mark(
                    "text",
                    {"row": "goal"},
                    x="x1",
                    y="y1",
                    text="label",
                    textAnchor="start",
                    dx=6,
                    dy=-8,
                    fill="currentColor",
                ),
                mark("ruleY", data=[ONE_DAY], stroke="currentColor", strokeDasharray="3,4"),
                mark(
                    "line",
                    {"row": "point", "queue": OLD},
                    x="drawn_latency",
                    y="drawn_days",
                    stroke="way",
                    strokeWidth=1.5,
                    strokeOpacity=0.6,
                ),
                mark(
                    "dot",
                    {"row": "point", "queue": OLD},
                    x="drawn_latency",
                    y="drawn_days",
                    fill="way",
                    r=4,
                    channels={"depth": "depth"},
                    tip=True,
                ),
                mark(
                    "dot",
                    {"row": "run"},
                    x="drawn_latency",
                    y="drawn_days",
                    stroke="currentColor",
                    r=9,
                    strokeWidth=2,
                ),
                mark(
                    "text",
                    {"row": "point", "queue": OLD},
                    x="drawn_latency",
                    y="drawn_days",
                    text="label",
                    dy=-15,
                    fill="currentColor",
                ),
                mark(
                    "dot",
                    {"row": "point", "depth": 0},
                    x="drawn_latency",
                    y="drawn_days",
                    fill="way",
                    symbol="square",
                    r=5,
                    channels={"queue": "queue"},
                    tip=True,
                ),
                *(
                    mark(
                        "text",
                        {"row": "point", "depth": 0, "name": year},
                        x="drawn_latency",
                        y="drawn_days",
                        text="name",
                        dx=dx,
                        dy=dy,
                        textAnchor=anchor,
                        fill="currentColor",
                    )
                    for year, dx, dy, anchor in (("2020", -6, 11, "end"), ("2013", 0, 19, "middle"))
                ),
            ],
            {"x": READS, "y": DAYS, "color": WAYS},
            height=390,
            tab="Reads and days",
            handle=handle("goal"),
            pick=pick("depth", "depth", {"queue": OLD}),
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "point", "queue": OLD},
                    x="depth",
                    y="latency",
                    stroke="way",
                    strokeWidth=2,
                ),
                mark(
                    "dot",
                    {"row": "point", "queue": OLD},
                    x="depth",
                    y="latency",
                    fill="way",
                    r=3,
                    tip=True,
                ),
                mark(
                    "line",
                    {"row": "alone"},
                    x="depth",
                    y="latency",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                mark(
                    "dot",
                    {"row": "alone"},
                    x="depth",
                    y="latency",
                    fill="var(--wtg-1)",
                    r=3,
                    tip=True,
                ),
                mark(
                    "text",
                    {"row": "alone"},
                    x="depth",
                    y="latency",
                    text="label",
                    dy=12,
                    fill="currentColor",
                ),
                mark(
                    "ruleY", {"row": "goal"}, y="x2", stroke="currentColor", strokeDasharray="3,4"
                ),
            ],
            {
                "x": {
                    "label": "queue depth",
                    "type": "log",
                    "base": 2,
                    "ticks": 6,
                    "tickFormat": "~g",
                },
                "y": {
                    "label": "the reads take",
                    "unit": "ms",
                    "type": "log",
                    "domain": [LEAST, MOST],
                    "grid": True,
                    "ticks": 3,
                    "tickFormat": ",",
                },
                "color": WAYS,
            },
            height=350,
            tab="By depth",
        ),
    ],
    table=table(
        {"row": "point"},
        [
            column("order", "order"),
            column("name", "depth, or OpenZFS of"),
            column("latency", "reads answered within", "ms"),
            column("alone", "without it", "ms"),
            column("days", "days for a TB", digits=2),
            column("verdict", "in time"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("elling2014zio", "Device queues and the ZIO scheduler"),
    reproduces=["resilver-interference"],
    targets=[target("resilver-latency-pattern", cuts_latency, "metadata order")],
)
