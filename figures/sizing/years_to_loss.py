"""What a mean time to data loss of millions of years is worth: the chance of loss in five years, and a life."""

from collections.abc import Iterator
from math import expm1, log
from random import Random

from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, frame, mark, panel
from figures.kit.rows import one
from models.sizing.goods.goods import goods
from models.sizing.pools.build import Build
from models.sizing.risk.failures import YEAR, published
from models.sizing.risk.lives import Circumstances, Event, lives, tale
from models.sizing.risk.risk import risk
from models.units import day, hour

DISK = "MG08ACA16TA"
"""A 16 TB drive of 7,200 rpm, as `failures.csv` counts it."""
SHEET = goods().drives["Toshiba MG08 16 TB"]
CAPACITY, STREAM = SHEET.capacity, SHEET.media_rate
MTTF = 2.5e6 * hour
"""heise online, January 2019, on Toshiba's MG08, quotes the maker's MTTF; so does IT Pro Today."""
BUILDS = {
    "mirror": Build("mirror", 6, 2, DISK),
    "raidz1": Build("raidz1", 2, 6, DISK),
    "raidz2": Build("raidz2", 1, 12, DISK),
}
LAYOUTS = {"mirror": "6 mirrors", "raidz1": "2 RAID-Z1 of 6", "raidz2": "1 RAID-Z2 of 12"}
YEARS = 5
SPAN = YEARS * YEAR
SPREAD = 1.0
"""Variance of a batch's hazard: as large as that between the published rates of twenty models of 12 TB and more."""
BEFORE, AFTER = 40 * day, 10 * day
"""How much is seen of the days around a loss."""
SOUGHT, PLAYED = 4000, 1500
"""Lives to look through for one that loses data, and lives for the chance with batches."""
FRAMES = 40
STEPS = (
    "as the offer counts",
    "drives as they failed",
    "rebuilds as they last",
    "errors not yet found",
    "all of one batch",
)


def run(rebuild: float, scrub: float, layout: str, latent: float, seed: int) -> Iterator[Rows]:
    """Yield rows: offer (years), step (name, chance, low, high), disk (y, x1, x2), vdev (text, y), played
    (lives, lost) and for each frame (years) now (x), scrub (x), failure and error (x, y), rebuild and hidden
    (x1, x2, y1, y2 or y), loss (x, y, text)."""
    build, errors = BUILDS[layout], -log(1 - latent) / YEAR
    offered = risk(build, failure_rate=1 / MTTF, rebuild=CAPACITY / STREAM, errors=0.0)
    yield [{"row": "offer", "years": offered.classical / YEAR}]
    drive = published(DISK)
    usual = {"rebuild": CAPACITY / STREAM, "errors": 0.0}
    seen = {"rebuild": rebuild, "errors": 0.0}
    whole = {"rebuild": rebuild, "errors": errors, "scrub": scrub}
    promised = -expm1(-SPAN / offered.classical)
    yield [{"row": "step", "name": STEPS[0], "chance": promised, "low": promised, "high": promised}]
    for name, known in zip(STEPS[1:4], (usual, seen, whole), strict=True):
        low, chance, high = (
            risk(build, failure_rate=rate, **known).loss
            for rate in (drive.low, drive.rate, drive.high)
        )
        yield [{"row": "step", "name": name, "chance": chance, "low": low, "high": high}]
    how = Circumstances(drive.rate, rebuild, errors=errors, scrub=scrub)
    batch = Circumstances(drive.rate, rebuild, errors=errors, scrub=scrub, frailty=SPREAD)
    random = Random(seed)
    life, events = 0, list[Event]()
    while life < SOUGHT and not any(event.what in LOSSES for event in events):
        life += 1
        events = tale(build, how, random)
    yield [{"row": "played", "lives": life, "lost": sum(e.what in LOSSES for e in events)}]
    yield [
        {"row": "disk", "y": place(disk, build.width), "x1": 0, "x2": YEARS}
        for disk in range(build.vdevs * build.width)
    ]
    yield [
        {
            "row": "vdev",
            "y": place(vdev * build.width, build.width),
            "text": f"{NAMES[layout]} {vdev + 1}",
        }
        for vdev in range(build.vdevs)
    ]
    yield close_up(events, build.width)
    for k in range(FRAMES + 1):
        yield picture(events, YEARS * k / FRAMES, build.width)
    played = lives(build, batch, PLAYED, seed)
    low = max(played.loss - 2 * played.error, played.loss / 10)
    yield [
        {
            "row": "step",
            "name": STEPS[4],
            "chance": played.loss,
            "low": low,
            "high": played.loss + 2 * played.error,
        }
    ]


LOSSES = {"block lost": "a block is lost", "pool lost": "the pool is lost"}
NAMES = {"mirror": "mirror", "raidz1": "RAID-Z1", "raidz2": "RAID-Z2"}


def place(disk: int, width: int) -> float:
    """Return where a disk's line is drawn: vdevs have a gap between them."""
    return -disk - 0.9 * (disk // width)


def picture(events: list[Event], until: float, width: int) -> Rows:
    """Return what can be seen of a life after `until` years."""
    rows: Rows = [{"row": "now", "frame": until, "x": until}]
    failed: dict[int, float] = {}
    for event in events:
        x = event.time / YEAR
        if x > until:
            break
        at = {"frame": until, "y": place(event.disk, width)}
        if event.what == "scrub":
            rows.append({"row": "scrub", "frame": until, "x": x})
        elif event.what == "error":
            end = min(event.until / YEAR, until)
            rows.append(
                {
                    "row": "error",
                    "x": x,
                    "after": x * YEAR,
                    "hidden": event.until - event.time,
                    **at,
                }
            )
            rows.append({"row": "hidden", "x1": x, "x2": end, **at})
        elif event.what == "failed":
            failed[event.disk] = x
            rows.append({"row": "failure", "x": x, "after": x * YEAR, **at})
        elif event.what == "rebuilt":
            rows.append(bar(failed.pop(event.disk), x, until, event.disk, width))
        elif event.what in LOSSES:
            rows.append({"row": "loss", "x": x, "text": LOSSES[event.what], **at})
    rows += [bar(x, until, until, disk, width) for disk, x in failed.items()]
    return rows


def close_up(events: list[Event], width: int) -> Rows:
    """Return the days around the loss, or around the last failure, on the drives of its vdev: close line
    (y), scrub (x), hidden and rebuild (x1, x2, y), failure, error and loss (x, y)."""
    last = [event for event in events if event.what in LOSSES or event.what == "failed"][-1:]
    rows: Rows = []
    for centre in last:
        first = centre.disk // width * width
        begin, end = centre.time - BEFORE, centre.time + AFTER

        def days(
            time: float, begin: float = begin, end: float = end, zero: float = centre.time
        ) -> float:
            return (min(max(time, begin), end) - zero) / day

        rows += [{"row": "close", "kind": "line", "y": -k} for k in range(width)]
        for event in events:
            spell = {
                "error": ("hidden", event.time, event.until),
                "rebuilt": ("rebuild", event.since, event.time),
            }.get(event.what, (event.what, event.time, event.time))
            kind, since, until = "loss" if event.what in LOSSES else spell[0], *spell[1:]
            ours = kind == "scrub" or first <= event.disk < first + width
            if ours and since < end and until > begin:
                y = 1.0 if kind == "scrub" else -(event.disk - first)
                rows.append(
                    {"row": "close", "kind": kind, "x": days(since), "x2": days(until), "y": y}
                )
                if kind == "hidden" and since >= begin:
                    rows.append({"row": "close", "kind": "error", "x": days(since), "y": y})
    return rows


def bar(x1: float, x2: float, until: float, disk: int, width: int) -> dict[str, float | str]:
    y = place(disk, width)
    return {"row": "rebuild", "frame": until, "x1": x1, "x2": x2, "y1": y - 0.36, "y2": y + 0.36}


def values(rows: Rows) -> dict[str, float]:
    chances = [one(rows, "step", name=name) for name in STEPS]
    found = {
        f"{name}_{key}": row[key]
        for name, row in zip(
            ("offer", "drives", "rebuilds", "errors", "batch"), chances, strict=True
        )
        for key in ("chance", "low", "high")
    }
    found |= {
        f"one_in_{name.removesuffix('_chance')}": 1 / found[name]
        for name in list(found)
        if name.endswith("chance")
    }
    return found | {
        "years": one(rows, "offer")["years"],
        "millions": one(rows, "offer")["years"] / 1e6,
        "offer_thousands": found["one_in_offer"] / 1000,
        "known": found["rebuilds_chance"] / found["offer_chance"],
        "hidden": found["errors_chance"] / found["rebuilds_chance"],
        "lives": one(rows, "played")["lives"],
        "lost": one(rows, "played")["lost"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    ending = (
        f"Life {v['lives']:,.0f} is the first that loses data, and is drawn."
        if v["lost"]
        else f"No life of {v['lives']:,.0f} loses data; the last is drawn."
    )
    return (
        f"A mean time to data loss of {in_years(v['years'])} years promises that one pool in "
        f"{rounded(v['one_in_offer'])} loses data within five years. Counted with drives, rebuilds and errors as they are it is "
        f"one in {rounded(v['one_in_errors'])}; if all drives come from one batch, one in {rounded(v['one_in_batch'])}. {ending}"
    )


def in_years(years: float) -> str:
    for name, size in (("billion", 1e9), ("million", 1e6)):
        if years >= size:
            return (
                f"{years / size:.2g} {name}"
                if years < 100 * size
                else f"{years / size:,.0f} {name}"
            )
    return rounded(years)


def rounded(number: float) -> str:
    """Return a number of three digits or four in full: 713,000 or 1,132."""
    return f"{float(f'{number:.{4 if number < 10_000 else 3}g}'):,.0f}"


FIGURE = Figure(
    id="years-to-loss",
    title="Millions of years, or five",
    caption=f"Twelve drives of 16 TB ({DISK}) for five years. A life: a line for each drive; a cross where it fails, a bar "
    "until it is rebuilt; a dot where a sector goes bad, and a thin line until a scrub finds it (diamonds). Many lives are "
    "played; drawn is the first that loses data, and below it that vdev's drives around the loss. Chance: of losing anything in five years, counted as the offer does, then "
    "with one more thing at a time. Bars: 95 % interval of the drive's published failure rate; of the last, of 1,500 lives.",
    params={
        "scrub": Number(
            "Scrub every",
            30 * day,
            7 * day,
            720 * day,
            unit="d",
            stops=tuple(n * day for n in (7, 14, 30, 60, 90, 180, 360, 720)),
            help="Time from one scrub, which reads everything, to the next.",
        ),
        "rebuild": Number(
            "Rebuild",
            3 * day,
            0.5 * day,
            28 * day,
            unit="d",
            stops=tuple(n * day for n in (0.5, 1, 2, 3, 5, 7, 14, 28)),
            help="Time from a drive's failure until its replacement holds all of its data.",
        ),
        "layout": Choice("Pool", "mirror", LAYOUTS, help="How the twelve drives are laid out."),
        "latent": Number(
            "Drives with a new error",
            0.0315,
            0.0,
            0.2,
            unit="%",
            stops=(0.0, 0.01, 0.0315, 0.06, 0.106, 0.2),
            more=True,
            help="Share of drives that get an unreadable sector in a year: 3.15 % of 1.5 million drives' nearline models did "
            "in their first year, 20 % of the worst within two (10.6 % a year).",
        ),
    },
    presets={
        "three days, a scrub a month": Preset(help="a busy pool of large drives"),
        "a scrub in two years": Preset({"scrub": 720 * day}, "nobody set one up"),
        "a rebuild of four weeks": Preset({"rebuild": 28 * day}, "small blocks, and users first"),
        "RAID-Z1": Preset({"layout": "raidz1"}, "two vdevs of six"),
        "RAID-Z2": Preset({"layout": "raidz2"}, "one vdev of twelve"),
        "the worst model": Preset(
            {"latent": 0.106}, "a fifth of its drives had an error within two years"
        ),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "ruleY",
                    {"row": "disk"},
                    x1="x1",
                    x2="x2",
                    y="y",
                    stroke="var(--wtg-mute)",
                    strokeOpacity=0.5,
                ),
                mark(
                    "text",
                    {"row": "vdev"},
                    x=0,
                    y="y",
                    text="text",
                    textAnchor="start",
                    dx=2,
                    dy=-7,
                    fontSize=10.5,
                    fill="currentColor",
                ),
                mark(
                    "dot",
                    {"row": "scrub"},
                    x="x",
                    y=1.6,
                    symbol="diamond",
                    r=1.8,
                    fill="var(--wtg-3)",
                ),
                mark("ruleX", {"row": "now"}, x="x", stroke="currentColor", strokeOpacity=0.6),
                mark(
                    "ruleY",
                    {"row": "hidden"},
                    x1="x1",
                    x2="x2",
                    y="y",
                    stroke="var(--wtg-2)",
                    strokeWidth=2.5,
                ),
                mark(
                    "rect",
                    {"row": "rebuild"},
                    x1="x1",
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="var(--wtg-1)",
                    stroke="var(--wtg-1)",
                    strokeWidth=2,
                ),
                mark(
                    "dot",
                    {"row": "failure"},
                    x="x",
                    y="y",
                    symbol="times",
                    r=5,
                    stroke="currentColor",
                    strokeWidth=2,
                ),
                mark("dot", {"row": "error"}, x="x", y="y", r=4, fill="var(--wtg-2)"),
                mark(
                    "dot",
                    {"row": "loss"},
                    x="x",
                    y="y",
                    r=11,
                    stroke="var(--wtg-accent)",
                    strokeWidth=3,
                ),
                mark(
                    "text",
                    {"row": "loss"},
                    x="x",
                    y="y",
                    text="text",
                    dy=-18,
                    fill="var(--wtg-accent)",
                    fontWeight="bold",
                    fontSize=13,
                ),
            ],
            {
                "x": {"label": "years", "domain": [0, YEARS], "ticks": 5, "nice": False},
                "y": {"axis": None, "inset": 8},
            },
            height=290,
            frame=frame("frame", "year", "", 6, (YEARS,)),
            tab="A life",
        ),
        panel(
            [
                mark(
                    "ruleY",
                    {"row": "close", "kind": "line"},
                    y="y",
                    stroke="var(--wtg-mute)",
                    strokeOpacity=0.5,
                ),
                mark(
                    "dot",
                    {"row": "close", "kind": "scrub"},
                    x="x",
                    y="y",
                    symbol="diamond",
                    r=5,
                    fill="var(--wtg-3)",
                ),
                mark(
                    "ruleY",
                    {"row": "close", "kind": "hidden"},
                    x1="x",
                    x2="x2",
                    y="y",
                    stroke="var(--wtg-2)",
                    strokeWidth=3,
                ),
                mark(
                    "ruleY",
                    {"row": "close", "kind": "rebuild"},
                    x1="x",
                    x2="x2",
                    y="y",
                    stroke="var(--wtg-1)",
                    strokeWidth=9,
                ),
                mark(
                    "dot",
                    {"row": "close", "kind": "failed"},
                    x="x",
                    y="y",
                    symbol="times",
                    r=6,
                    stroke="currentColor",
                    strokeWidth=2,
                ),
                mark(
                    "dot", {"row": "close", "kind": "error"}, x="x", y="y", r=5, fill="var(--wtg-2)"
                ),
                mark(
                    "dot",
                    {"row": "close", "kind": "loss"},
                    x="x",
                    y="y",
                    r=11,
                    stroke="var(--wtg-accent)",
                    strokeWidth=3,
                ),
            ],
            {
                "x": {
                    "label": "days from the loss, or from the last failure",
                    "domain": [-BEFORE / day, AFTER / day],
                },
                "y": {"axis": None, "inset": 8},
            },
            height=130,
            tab="A life",
        ),
        panel(
            [
                mark(
                    "ruleY",
                    {"row": "step"},
                    x1="low",
                    x2="high",
                    y="name",
                    stroke="var(--wtg-1)",
                    strokeWidth=6,
                    strokeOpacity=0.4,
                ),
                mark(
                    "dot", {"row": "step"}, x="chance", y="name", r=5, fill="var(--wtg-1)", tip=True
                ),
            ],
            {
                "x": {
                    "label": "chance of losing data in five years",
                    "type": "log",
                    "grid": True,
                    "unit": "%",
                    "tickFormat": "~g",
                },
                "y": {"label": None, "domain": list(STEPS)},
            },
            height=300,
            tab="Chance",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("greenan2010meaningless", "why the mean time to data loss misleads"),
)
