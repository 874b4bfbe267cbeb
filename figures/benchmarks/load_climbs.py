"""More and more requests wait for the disks of a file server, until all of them are full."""

from collections.abc import Iterator
from itertools import pairwise

from figures.benchmarks.experiments.four_systems import CLIENTS
from figures.benchmarks.experiments.mailboxes import AT_A_TIME, PART, machine_of, readers
from figures.define.figure import Figure, Number, Preset, Rows, cite, frame, mark, panel
from figures.kit.rows import of
from figures.kit.words import count, time
from models.sim.stats import mean
from models.units import ms
from models.zfs.io.queued_device import QueuedDevice

LOADS, SETTLES = 16, 1 / 3
"""Loads, each with as many requests more than the last; the share of the time for which one is held that passes before
its rate and its wait are watched."""
BEGINS = [0.01 * k * (k + 3) for k in range(LOADS + 1)]
"""When each load begins (s): a higher one is held longer, because its requests wait longer."""
MOST = 128 * CLIENTS // PART
"""Threads that read at the end."""


def run(at_a_time: int, seed: int) -> Iterator[Rows]:
    """Yield for each frame (requests that wait) the rows disk (x, reads: 0 or 1 that it reads, waits: the height up to which
    requests wait) and now (waiting, door: how many of them wait at the server's door, idle: share of the
    disks, rate: reads a second, wait: s), gauge (what, share, says) and door (what, share)."""
    machine = machine_of(seed, at_a_time=int(at_a_time))
    latencies: list[float] = []
    seen = lambda size, latency, path: latencies.append(latency)  # noqa: E731
    machine.start(*(readers(1, BEGINS[n * LOADS // MOST], seen) for n in range(MOST)))
    for k, (begin, end) in enumerate(pairwise(BEGINS), 1):
        watched = begin + SETTLES * (end - begin)
        machine.loop.run(until=watched)
        latencies.clear()
        machine.loop.run(until=end)
        rate, wait = len(latencies) / (end - watched) * PART, mean(latencies)
        waiting = MOST * k // LOADS * PART
        queues = [
            drive.queue
            for vdev in machine.pool.vdevs
            for drive in vdev.devices
            if isinstance(drive, QueuedDevice)
        ]
        held = [queue.waiting + len(queue.in_drive) for queue in queues]
        door = max(0, waiting - sum(held) * PART)
        yield [
            *(
                {"row": "disk", "frame": waiting, "x": x, "reads": min(1, n), "waits": n}
                for x, n in enumerate(held)
            ),
            {
                "row": "now",
                "frame": waiting,
                "waiting": waiting,
                "door": door,
                "idle": sum(not n for n in held) / len(held),
                "rate": rate,
                "wait": wait,
            },
            *(
                {
                    "row": "gauge",
                    "what": what,
                    "share": reading / most,
                    "says": says,
                    "frame": waiting,
                }
                for (what, most), reading, says in zip(
                    GAUGES.items(),
                    (waiting, rate, wait),
                    (count(waiting), count(rate), time(wait)),
                    strict=True,
                )
            ),
            {"row": "door", "what": FIRST, "share": door / GAUGES[FIRST], "frame": waiting},
        ]


def values(rows: Rows) -> dict[str, float]:
    end = of(rows, "now")[-1]
    return {name: end[name] for name in ("waiting", "door", "idle", "rate", "wait")}


def describe(rows: Rows) -> str:
    found = of(rows, "now")
    early, end = found[len(found) // 8], found[-1]
    return (
        f"With {count(early['waiting'])} requests waiting, {early['idle']:.0%} of the disks are idle, and "
        f"{count(early['rate'])} reads are answered a second. With {count(end['waiting'])}, of which {count(end['door'])} have "
        f"not come to a disk, {end['idle']:.0%} are idle, and {count(end['rate'])} are answered."
    )


RED, BLUE, GREY = "var(--wtg-accent)", "var(--wtg-1)", "var(--wtg-mute)"
HIGHEST = 28
GAUGES = {"requests wait": 2 * MOST * PART, "reads a second": 80_000, "each waits": 200 * ms}
"""Bar below the disks -> what the width of the picture stands for."""
FIRST = next(iter(GAUGES))
FILM = frame("frame", "load", "", 4, (MOST * PART / 4, MOST * PART, MOST * PART / LOADS))


FIGURE = Figure(
    id="load-climbs",
    title="The load climbs",
    caption="One column: a disk, an eighth of all are drawn. Blue: the request that it reads; red: requests that wait "
    "for it. More and more threads read at random, and each load is held until it is steady. Below: the whole server; grey: "
    "not yet at a disk.",
    params={
        "at_a_time": Number(
            "Served at a time",
            AT_A_TIME,
            64,
            MOST * PART,
            whole=True,
            stops=(64, 125, 250, AT_A_TIME, 1000, MOST * PART),
            help="Requests that the server works on at a time. The others wait at its door.",
        ),
    },
    presets={
        "500 at a time": Preset(help="as we remember the server's own setting"),
        "125 at a time": Preset({"at_a_time": 125}, "fewer requests than disks"),
        "all at a time": Preset({"at_a_time": MOST * PART}, "nobody waits at the door"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("ruleY", data=[0], strokeWidth=1.5),
                mark("barY", {"row": "disk"}, x="x", y1="reads", y2="waits", fill=RED),
                mark("barY", {"row": "disk"}, x="x", y="reads", fill=BLUE),
            ],
            {
                "x": {"axis": None, "label": None, "padding": 0.2},
                "y": {"label": "requests at a disk", "domain": [0, HIGHEST], "ticks": 4},
            },
            height=190,
            frame=FILM,
        ),
        panel(
            [
                mark("barX", {"row": "gauge"}, x="share", y="what", fill="what"),
                mark("barX", {"row": "door"}, x="share", y="what", fill=GREY),
                mark(
                    "text",
                    {"row": "gauge"},
                    x="share",
                    y="what",
                    text="says",
                    textAnchor="start",
                    dx=6,
                    fill="currentColor",
                ),
                mark("ruleX", data=[0]),
            ],
            {
                "x": {"axis": None, "label": None, "domain": [0, 1]},
                "y": {"label": None, "domain": list(GAUGES)},
                "color": {"domain": list(GAUGES), "range": [RED, BLUE, RED]},
            },
            height=120,
            frame=FILM,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2009compared", "the mail example"),
)
