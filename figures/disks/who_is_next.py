"""Four disciplines for a drive's queue: the rate of each, and how long requests wait."""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum, inf

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
    motion,
    panel,
    pick,
    table,
)
from figures.disks.experiments.one_disk import DISK, one_disk
from figures.disks.experiments.queued import MANY, NAMES, SIZE, at_depths, summary, with_queue
from figures.kit.followed import machine_rows, request_rows
from figures.kit.rows import of
from figures.kit.words import count, time
from models.machine import Machine, RawPrograms, answered
from models.machine.order import Order
from models.sim.path import RequestPath
from models.sim.stats import percentile
from models.sim.workload import uniform
from models.units import ms, rpm

OUTSTANDING = (1, 2, 4, 8, 16, 32)
FEW, SOME, SERVED, FOLLOWED, STEPS = 200, 1200, 60, 10, 40
SHARES = (*(k / STEPS for k in range(1, STEPS)), 0.98, 0.985, 0.99, 0.995)


def run(
    discipline: str, outstanding: int, ageing: float, seek: float, spindle: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: those of the machine in motion, arm (n, place), point (discipline, outstanding,
    iops), share (discipline, t, share), case (discipline, iops, mean, median, p90, longest). `mine`
    marks the chosen discipline. Times are in s."""
    orders = {name: with_queue(one_disk(seek, spindle), name, ageing) for name in NAMES}
    both = {
        name: followed_reads(orders[name], outstanding, SERVED, seed)
        for name in dict.fromkeys(("fcfs", discipline))
    }
    yield in_motion(both)
    yield [
        {"row": "arm", "n": n, "place": path.accesses[0].radius}
        for n, path in enumerate(both[discipline][0])
    ]
    depths = sorted({*OUTSTANDING, outstanding})
    for name, shown in NAMES.items():
        mine = "yes" if name == discipline else "no"
        requests = dict.fromkeys(depths, FEW) | {outstanding: MANY if name == "sptf" else SOME}
        for depth, served in at_depths(orders[name], 1.0, depths, requests.__getitem__, seed):
            found = summary(served)
            rows = [
                {
                    "row": "point",
                    "discipline": shown,
                    "outstanding": depth,
                    "iops": found["iops"],
                    "mine": mine,
                }
            ]
            if depth == outstanding:
                taken = [finish - issued for issued, finish in served]
                rows += [
                    {
                        "row": "share",
                        "discipline": shown,
                        "share": share,
                        "t": percentile(taken, share),
                        "mine": mine,
                    }
                    for share in SHARES
                ]
                rows.append(
                    {
                        "row": "case",
                        "discipline": shown,
                        "name": name,
                        "outstanding": depth,
                        "ageing": ageing,
                        "mine": mine,
                        **found,
                    }
                )
            yield rows


def followed_reads(
    order: Order, outstanding: int, count: int, seed: int
) -> tuple[list[RequestPath], list[RequestPath]]:
    """Return the paths of the first `count` random reads that find `outstanding` in the queue, in
    the order of their answers. Also return the paths of the reads that are still waiting when the
    last of these is answered."""
    machine, paths = Machine(order, seed), list[RequestPath]()
    machine.start(
        RawPrograms(
            uniform(SIZE, machine.disk.capacity, machine.random), SIZE, outstanding, paths=paths
        )
    )
    answered(machine, count + outstanding)
    served = sorted((path for path in paths if path.accesses), key=lambda path: path.end)
    waiting = [path for path in paths if not path.accesses]
    for path in waiting:
        path.wait("drive", "its turn", machine.loop.now, "queue")
    return served[outstanding:], waiting


def in_motion(both: dict[str, tuple[list[RequestPath], list[RequestPath]]]) -> Rows:
    """Return the rows of the machine under each discipline, until the slower one has served
    FOLLOWED reads."""
    begun = {
        name: min(path.accesses[0].start for path in paths) for name, (paths, _) in both.items()
    }
    until = max(
        sorted(path.end - begun[name] for path in paths)[FOLLOWED - 1]
        for name, (paths, _) in both.items()
    )
    rows = []
    for name, (paths, waiting) in both.items():
        zero = begun[name]
        served = sum(path.end - zero <= until for path in paths)
        rows += machine_rows(
            name, f"{NAMES[name]}: {served} reads in {time(until)}", until, network="", logdevice=""
        )
        seen = [(path, path.end) for path in paths if path.begun - zero < until]
        seen += [(path, inf) for path in waiting if path.begun - zero < until]
        for number, (path, end) in enumerate(seen, start=1):
            rows += request_rows(
                name, number, f"read {number}", path, op="read", zero=zero, answered=end
            )
    return rows


def cases(rows: Rows) -> dict[str, Row]:
    return {row["name"]: row for row in of(rows, "case")}


def values(rows: Rows) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, case in cases(rows).items():
        found |= {
            f"{name}_{field}": case[field]
            for field in ("iops", "mean", "median", "p90", "longest", "spread")
        }
    places = [row["place"] for row in of(rows, "arm")]
    found["stroke"] = fsum(abs(b - a) for a, b in pairwise(places)) / (len(places) - 1)
    case = next(iter(cases(rows).values()))
    found |= {"outstanding": case["outstanding"], "head_start": case["ageing"]}
    found["gain"] = found["sptf_iops"] / found["fcfs_iops"]
    return found


def describe(rows: Rows) -> str:
    mine, v = next(case for case in cases(rows).values() if case["mine"] == "yes"), values(rows)
    name = mine["discipline"]
    other = (
        "" if name == NAMES["fcfs"] else f"; first come, first served makes {count(v['fcfs_iops'])}"
    )
    return (
        f"{name[0].upper()}{name[1:]}, {mine['outstanding']} outstanding: {count(mine['iops'])} reads a second{other}. "
        f"Half are answered within {time(mine['median'])}, nine of ten within {time(mine['p90'])}, the last after "
        f"{time(mine['longest'])}. For each the arm crosses {v['stroke']:.0%} of its way."
    )


SHOWN = list(NAMES.values())
COLOURS = {
    "domain": SHOWN,
    "range": ["var(--wtg-6)", "var(--wtg-3)", "var(--wtg-1)", "var(--wtg-accent)"],
    "legend": True,
}

FIGURE = Figure(
    id="who-is-next",
    title="Who is next?",
    caption="Random reads; the disk chooses among those that wait. The machine: the chosen order beside that of arrival, "
    "on one clock; a dot on the platter is a sector that comes round. Answered within: which share of the reads "
    "is, within a time; the dashed line is nine of ten, and the ring where it was measured with ten outstanding. "
    "Reads a second: against the number outstanding. The arm: where it stands, read after read. Bold: the one "
    "whose arm is shown.",
    params={
        "discipline": Choice(
            "Follow the arm of",
            "sptf",
            NAMES,
            "The discipline whose arm is shown and whose curves are bold.",
        ),
        "outstanding": Number(
            "Outstanding",
            10,
            1,
            32,
            whole=True,
            help="Number of reads that wait at the disk or are being served, at any time.",
        ),
        "ageing": Number(
            "Favour old requests",
            DISK["pool.disks.ageing"],
            0.0,
            1.0,
            unit="%",
            stops=(0.0, 0.001, 0.002, 0.004, 0.01, 0.02, 0.05, 0.2, 1.0),
            help="For shortest positioning first: the share of a read's waiting time that is subtracted from its "
            "positioning time.",
        ),
        "seek": Number(
            "Average seek",
            DISK["pool.disks.seek_average"],
            2 * ms,
            15 * ms,
            unit="ms",
            step=0.1 * ms,
            more=True,
            help="Time in which the arm crosses a third of its stroke, as data sheets give it.",
        ),
        "spindle": Number(
            "Spindle",
            DISK["pool.disks.speed"],
            4200 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            more=True,
            help="How fast the platter turns.",
        ),
    },
    presets={
        "shortest positioning first": Preset(help="what the measured disk seems to do"),
        "first come, first served": Preset({"discipline": "fcfs"}),
        "nobody is forgotten": Preset({"ageing": 0.05}),
        "the lift": Preset({"discipline": "clook"}),
        "shortest seek first": Preset({"discipline": "sstf"}),
        "32 outstanding": Preset({"outstanding": 32}),
    },
    run=run,
    panels=[
        motion(tab="The machine", machines=2),
        panel(
            [
                mark("ruleY", data=[0.9], stroke="var(--wtg-mute)", strokeDasharray="3,4"),
                mark(
                    "line",
                    {"row": "share"},
                    x="t",
                    y="share",
                    stroke="discipline",
                    strokeWidth=1.5,
                    tip=True,
                ),
                mark(
                    "line",
                    {"row": "share", "mine": "yes"},
                    x="t",
                    y="share",
                    stroke="discipline",
                    strokeWidth=4,
                ),
                mark(
                    "dot",
                    data=[{"t": measured("hdd-read10-p90"), "share": 0.9}],
                    x="t",
                    y="share",
                    r=7,
                    stroke="currentColor",
                    strokeWidth=1.5,
                ),
                mark(
                    "text",
                    data=[{"t": measured("hdd-read10-p90"), "share": 0.9}],
                    x="t",
                    y="share",
                    text=["measured"],
                    textAnchor="start",
                    dx=10,
                    dy=12,
                    fill="currentColor",
                ),
                mark(
                    "text",
                    data=[{"share": 0.9}],
                    y="share",
                    text=["nine of ten"],
                    frameAnchor="right",
                    textAnchor="end",
                    dy=-9,
                    fill="var(--wtg-mute)",
                ),
            ],
            {
                "x": {"label": "answered within", "unit": "ms", "zero": True, "grid": True},
                "y": {"label": "share of the reads", "unit": "%", "domain": [0, 1], "grid": True},
                "color": COLOURS,
            },
            height=380,
            tab="Answered within",
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "point"},
                    x="outstanding",
                    y="iops",
                    stroke="discipline",
                    strokeWidth=1.5,
                ),
                mark(
                    "line",
                    {"row": "point", "mine": "yes"},
                    x="outstanding",
                    y="iops",
                    stroke="discipline",
                    strokeWidth=4,
                ),
                mark(
                    "dot", {"row": "point"}, x="outstanding", y="iops", fill="discipline", tip=True
                ),
            ],
            {
                "x": {
                    "label": "reads outstanding",
                    "type": "log",
                    "base": 2,
                    "ticks": list(OUTSTANDING),
                    "grid": True,
                },
                "y": {"label": "reads a second", "zero": True, "grid": True},
                "color": COLOURS,
            },
            height=360,
            tab="Reads a second",
            pick=pick("outstanding", "outstanding"),
        ),
        panel(
            [
                mark(
                    "line",
                    {"row": "arm"},
                    x="n",
                    y="place",
                    stroke="var(--wtg-mute)",
                    strokeWidth=1.2,
                ),
                mark(
                    "dot",
                    {"row": "arm"},
                    x="n",
                    y="place",
                    r=2.6,
                    fill="var(--wtg-accent)",
                    tip=True,
                ),
            ],
            {
                "x": {"label": "reads, in the order in which they are served"},
                "y": {
                    "label": "where the arm stands, from the rim",
                    "unit": "%",
                    "domain": [0, 1],
                    "reverse": True,
                    "grid": True,
                },
            },
            height=340,
            tab="The arm",
        ),
    ],
    table=table(
        {"row": "case"},
        [
            column("discipline", "the disk serves"),
            column("iops", "a second"),
            column("mean", "mean", "ms"),
            column("median", "median", "ms"),
            column("p90", "90 %", "ms"),
            column("longest", "longest", "ms"),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("elling2014zio", "the latency distributions"),
)
