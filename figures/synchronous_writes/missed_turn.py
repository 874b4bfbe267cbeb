"""Why a synchronous write misses its turn: the next request arrives just after its sector has
passed the head."""

from collections.abc import Iterator
from math import cos, fsum, pi, sin

from figures.define.figure import Figure, Number, Preset, Rows, cite, frame, mark, panel
from figures.kit.rows import of
from figures.kit.stops import DELAYS, powers
from figures.kit.words import time
from models.catalogue.machines import values as constants
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.units import KiB, ms, rpm

BOX = constants("freebsd-box")
FRAMES = 48
WHATS = [
    "the program asks again",
    "the command travels",
    "the sector comes round",
    "data is written",
]
WRITES = 2


def arc(begin: float, length: float, spin: float, points: int = 12) -> Iterator[dict[str, float]]:
    """Yield points (x, y) along the track from angle `begin` over `length`, in turns, on a platter
    that has turned by `spin`."""
    for k in range(points + 1):
        turned = 2 * pi * (begin + length * k / points - spin)
        yield {"x": cos(turned), "y": sin(turned)}


def run(size: float, spindle: float, delay: float, seed: int) -> Iterator[Rows]:
    """Yield rows: phase (start, finish, what, size) and, for each frame (s), written and next (x,
    y), now (t), says (text). Times are in s."""
    machine = Machine(
        FREEBSD_BOX.order(filesystem="raw", write_cache="off", speed=spindle).bare(), seed
    )
    disk, loop = machine.disk, machine.loop
    places, phases = [], []

    def program() -> Process:
        for offset in range(0, (WRITES + 1) * int(size), int(size)):
            now, waited, wrote = loop.now, disk.waiting, disk.transferring
            issued = now + delay
            yield issued - now
            finish = disk.write(issued, offset, int(size))
            waited, wrote = disk.waiting - waited, disk.transferring - wrote
            phases.append((now, issued, finish - waited - wrote, finish - wrote, finish))
            places.append((disk.geometry.place(offset).angle, wrote / disk.turn))
            yield finish - loop.now

    loop.spawn(program())
    loop.run()
    zero = phases[1][0]  # the picture begins when the first write has ended
    end = phases[-1][-1]
    yield [
        {
            "row": "phase",
            "start": begin - zero,
            "finish": stop - zero,
            "what": what,
            "size": int(size),
        }
        for phase in phases[1:]
        for begin, stop, what in zip(phase[:-1], phase[1:], WHATS, strict=True)
    ]
    for k in range(FRAMES):
        t = zero + (end - zero) * k / (FRAMES - 1)
        spin, stamp = disk.angle(t), round((end - zero) * k / (FRAMES - 1), 9)
        rows = [{"row": "now", "frame": stamp, "t": stamp}]
        for n, (angle, length) in enumerate(places):
            asked, issued, arrived, reached, done = phases[n]
            share = 1.0 if t >= done else max(0.0, (t - reached) / (done - reached))
            if share > 0:
                rows += [
                    {"row": "written", "frame": stamp, "z": f"write {n}", **p}
                    for p in arc(angle, length * share, spin)
                ]
            if asked <= t < reached and n:
                rows += [
                    {"row": "next", "frame": stamp, "z": f"write {n}", **p}
                    for p in arc(angle, length, spin)
                ]
            if n and asked <= t <= done:
                what = (
                    "asks soon"
                    if t < issued
                    else "travels"
                    if t < arrived
                    else "waits"
                    if t < reached
                    else "writes"
                )
                rows.append({"row": "says", "frame": stamp, "text": what, "x": 0.0, "y": 0.0})
        yield rows


def values(rows: Rows) -> dict[str, float]:
    phases = of(rows, "phase")
    until, travel, wait, write = (
        fsum(p["finish"] - p["start"] for p in phases if p["what"] == what) / WRITES
        for what in WHATS
    )
    total = max(p["finish"] for p in phases) / WRITES
    return {
        "until": until,
        "travel": travel,
        "wait": wait,
        "write": write,
        "total": total,
        "iops": 1 / total,
        "rate": phases[0]["size"] / write,
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"A write takes {time(v['total'])}: {time(v['until'])} until the program asks again, {time(v['travel'])} for the "
        f"command and the data to travel, {time(v['wait'])} until the sector comes round, {time(v['write'])} to write. "
        f"That is {v['iops']:.0f} writes a second."
    )


FIGURE = Figure(
    id="missed-turn",
    title="Why a write misses its turn",
    caption="The platter seen from above; it turns clockwise, and the head stays on the right. Solid: data on the "
    "platter; pale: the sectors that the next write goes to. The bars: where the time of two writes goes. "
    "The write is drawn large (64 KiB) so that it can be seen.",
    params={
        "delay": Number(
            "Until the next request",
            0.5 * ms,
            0.0,
            20 * ms,
            unit="ms",
            stops=DELAYS,
            help="Time from the answer to one write until the program asks for the next.",
        ),
        "size": Number(
            "Write size",
            64 * KiB,
            8 * KiB,
            256 * KiB,
            unit="KiB",
            stops=powers(8 * KiB, 256 * KiB),
            help="How much the program writes at a time.",
        ),
        "spindle": Number(
            "Spindle",
            BOX["pool.disks.speed"],
            4200 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            help="How fast the platter turns.",
        ),
    },
    presets={
        "half a millisecond late": Preset(),
        "no delay at all": Preset({"delay": 0.0}),
        "more than a turn late": Preset({"delay": 10 * ms}),
        "almost a whole turn late": Preset({"delay": 6 * ms}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "line",
                    data=[
                        {"x": cos(2 * pi * k / 72), "y": sin(2 * pi * k / 72)} for k in range(73)
                    ],
                    x="x",
                    y="y",
                    stroke="var(--wtg-mute)",
                    strokeWidth=14,
                    strokeOpacity=0.25,
                ),
                mark(
                    "line",
                    {"row": "written"},
                    x="x",
                    y="y",
                    z="z",
                    stroke="var(--wtg-1)",
                    strokeWidth=12,
                    strokeLinecap="butt",
                ),
                mark(
                    "line",
                    {"row": "next"},
                    x="x",
                    y="y",
                    z="z",
                    stroke="var(--wtg-accent)",
                    strokeWidth=12,
                    strokeOpacity=0.45,
                    strokeLinecap="butt",
                ),
                mark(
                    "line",
                    data=[{"x": 1.32, "y": 0.0}, {"x": 1.0, "y": 0.0}],
                    x="x",
                    y="y",
                    stroke="currentColor",
                    strokeWidth=3,
                ),
                mark(
                    "dot",
                    data=[{"x": 1.0, "y": 0.0}],
                    x="x",
                    y="y",
                    r=6,
                    stroke="currentColor",
                    strokeWidth=2,
                ),
                mark(
                    "text",
                    data=[{"x": 1.34, "y": 0.0}],
                    x="x",
                    y="y",
                    dy=-14,
                    text=["head"],
                    fill="currentColor",
                ),
                mark(
                    "text",
                    {"row": "says"},
                    x="x",
                    y="y",
                    text="text",
                    fill="currentColor",
                    fontSize=13,
                ),
            ],
            {
                "x": {"axis": None, "domain": [-1.2, 1.45]},
                "y": {"axis": None, "domain": [-1.2, 1.2]},
            },
            height=280,
            frame=frame("frame", "time", "ms", 12, (0.6 * ms, 4.4 * ms, 8.6 * ms, 0.0)),
            aspect=1,
        ),
        panel(
            [
                mark("barX", {"row": "phase"}, x1="start", x2="finish", y="what", fill="what"),
                mark("ruleX", {"row": "now"}, x="t", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": {"label": "time", "unit": "ms"},
                "y": {"label": None, "domain": WHATS},
                "color": {
                    "domain": WHATS,
                    "range": [
                        "var(--wtg-mute)",
                        "var(--wtg-3)",
                        "var(--wtg-accent)",
                        "var(--wtg-1)",
                    ],
                },
            },
            height=136,
            frame=frame("frame", "time", "ms", 12, (0.0,)),
        ),
    ],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "the explanation of the write rate"),
)
