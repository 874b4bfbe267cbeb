"""Why the threads of one log fall into two sets: while one set's commit is out, the other set gathers."""

from collections.abc import Iterator, Sequence
from math import ceil, cos, fsum, inf, pi, sin
from typing import NamedTuple

from figures.define.figure import Figure, Number, Preset, Row, Rows, cite, frame, mark, panel
from figures.kit.moves import along, eased, moments
from figures.kit.rows import one
from figures.kit.words import time
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.loop import Process
from models.units import GiB, KiB, ms

SIZE, SPAN, FRAMES = 16 * KiB, 31 * ms, 60
BEGIN = 1.25
"""Turns of the disk within which all threads begin."""
GO, BACK, APART = 1.3 * ms, 2.4 * ms, 0.25 * ms
"""How long a dot takes from box to box and back again, and how far one follows the other on the way back (s)."""
WAITS, OUT, HALF, LOW, HIGH = 2.0, 5.4, 1.4, 1.3, 3.9
"""Middles of the two boxes, half their width, and their lower and upper edges."""
MIDDLE, RAIL, STEP, COLUMNS = (LOW + HIGH) / 2, 0.45, 0.85, 3
PLATTER, RADIUS = 9.2, 1.6
BEFORE = (-0.6, MIDDLE)
"""Where a thread comes from that begins."""
RING = [
    (PLATTER - RADIUS * cos(2 * pi * k / 72), MIDDLE - RADIUS * sin(2 * pi * k / 72))
    for k in range(73)
]
REST = "color-mix(in srgb, var(--wtg-mute) 25%, var(--wtg-card))"
SETS = {"A": "var(--wtg-accent)", "B": "var(--wtg-1)"}


class Write(NamedTuple):
    """A write of a thread: when it was asked for, its commit left, and it was safe (s). inf: after the film."""

    asked: float
    left: float = inf
    safe: float = inf


class Block(NamedTuple):
    """The log blocks of a commit: when it left and was safe (s), their place on the track and their length (turns)."""

    left: float
    safe: float
    angle: float
    length: float


def watch(threads: int, seed: int) -> tuple[Machine, list[list[Write]], list[Block]]:
    """Return a machine after the time of the film, what each thread wrote, and the log blocks. Each commit takes all
    who wait."""
    machine = Machine(FREEBSD_BOX.order(log={"wake": "last"}).bare(), seed, writes=True)
    loop, disk = machine.loop, machine.disk
    writes: list[list[Write]] = [[] for _ in range(threads)]

    def thread(number: int) -> Process:
        offset = number * GiB
        while True:
            writes[number].append(Write(loop.now))
            yield from machine.filesystem.write(offset, SIZE, True)
            left = max(b.start for b in machine.log.batches if b.released <= loop.now)
            writes[number][-1] = Write(writes[number][-1].asked, left, loop.now)
            offset += SIZE

    for number in range(threads):
        loop.spawn(thread(number), at=number * BEGIN * disk.turn / threads)
    loop.run(until=SPAN + 3 * disk.turn)
    blocks, chain = [], iter(machine.log.chain)
    for batch in machine.log.batches:
        place = disk.geometry.place((link := next(chain)).block.offset)
        size = link.block.size
        while size < batch.bytes:
            size += next(chain).block.size
        if batch.start < SPAN:
            blocks.append(Block(batch.start, batch.released, place.angle, size / place.track))
    return machine, writes, blocks


def slots(threads: Sequence[int]) -> dict[int, tuple[float, float]]:
    """Return the place of each thread of a set in its box, relative to the middle."""
    rows = ceil(len(threads) / COLUMNS)
    return {
        thread: (
            (k % COLUMNS - (min(COLUMNS, len(threads)) - 1) / 2) * STEP,
            ((rows - 1) / 2 - k // COLUMNS) * STEP,
        )
        for k, thread in enumerate(threads)
    }


def place(
    writes: Sequence[Write], rank: int, slot: tuple[float, float], t: float
) -> tuple[float, float] | None:
    """Return where a thread is at `t`, if it has begun. `rank` is its number in its set."""
    if t < writes[0].asked:
        return None
    number = max(k for k, each in enumerate(writes) if each.asked <= t)
    this, home = writes[number], (WAITS + slot[0], MIDDLE + slot[1])
    came, here = this.asked, BEFORE
    if number:
        came, here = this.asked + rank * APART, (OUT + slot[0], MIDDLE + slot[1])
    there = came + BACK
    if t < there:
        way = (here, (here[0], RAIL), (home[0], RAIL), home) if number else (here, home)
        return along(way, eased(t, came, BACK))
    return home[0] + eased(t, max(this.left, there), GO) * (OUT - WAITS), home[1]


def arc(block: Block, spin: float, share: float) -> Iterator[tuple[float, float]]:
    """Yield points along the first `share` (0-1) of a block on a platter that has turned by `spin`. The head is on the
    left."""
    for k in range(7):
        turned = 2 * pi * (block.angle + block.length * share * k / 6 - spin)
        yield PLATTER - RADIUS * cos(turned), MIDDLE - RADIUS * sin(turned)


def lane(writes: Sequence[Write], name: str, low: float, high: float) -> Iterator[Row]:
    """Yield what a thread does over time."""
    for each in writes:
        for start, finish, what in (
            (each.asked, each.left, "waits"),
            (each.left, each.safe, "out"),
        ):
            if start < min(finish, SPAN):
                yield {
                    "row": "lane",
                    "x1": start,
                    "x2": min(finish, SPAN),
                    "y1": low,
                    "y2": high,
                    "what": f"{name} {what}",
                }


def run(threads: int, seed: int) -> Iterator[Rows]:
    """Yield rows: lane (x1, x2: s, y1, y2, what), name (y, text), sum; and for each frame thread (x, y, set), block (x,
    y, z, set: on the platter), next (the same: still to be written), says (x, text) and now (t: s)."""
    count = int(threads)
    machine, writes, blocks = watch(count, seed)
    starts = sorted({block.left for block in blocks})
    sets: dict[str, list[int]] = {name: [] for name in SETS}
    for thread, own in enumerate(writes):
        sets["AB"[starts.index(own[0].left) % 2]].append(thread)
    rows: Rows = []
    top = 0
    for name, members in sets.items():
        for k, thread in enumerate(members):
            low, high = 1 - (top + k + 0.9) / count, 1 - (top + k + 0.1) / count
            rows += lane(writes[thread], name, low, high)
        if members:
            middle = 1 - (top + len(members) / 2) / count
            rows.append({"row": "name", "y": middle, "text": name})
        top += len(members)
    last = max(blocks, key=lambda each: each.left)
    total = {
        "threads": count,
        "first": len(sets["A"]),
        "second": len(sets["B"]),
        "commit": last.safe - last.left,
        "write": fsum(own[1].safe - own[1].asked for own in writes) / count,
    }
    yield [*rows, {"row": "sum", **total}]
    disk = machine.disk
    for t in moments(SPAN, FRAMES):
        rows = [{"row": "now", "frame": t, "t": t}]
        for name, members in sets.items():
            for rank, (thread, slot) in enumerate(slots(members).items()):
                at = place(writes[thread], rank, slot, t)
                if at:
                    x, y = round(at[0], 2), round(at[1], 2)
                    rows.append({"row": "thread", "frame": t, "x": x, "y": y, "set": name})
        for number, block in enumerate(blocks):
            if block.left > t:
                continue
            name = "AB"[starts.index(block.left) % 2]
            wrote = block.safe - block.length * disk.turn
            share = min(1.0, max(0.0, (t - wrote) / (block.safe - wrote)))
            for row, part in (("next", 1.0), ("block", share)):
                if part and (row == "block" or share < 1):
                    rows += [
                        {
                            "row": row,
                            "frame": t,
                            "x": round(x, 3),
                            "y": round(y, 3),
                            "z": number,
                            "set": name,
                        }
                        for x, y in arc(block, disk.angle(t), part)
                    ]
        yield rows


def values(rows: Rows) -> dict[str, float]:
    return {name: value for name, value in one(rows, "sum").items() if name != "row"}


def describe(rows: Rows) -> str:
    v = values(rows)
    if not v["second"]:
        return f"One thread waits for nobody else. Each of its writes is a commit, which takes {time(v['commit'])}."
    return (
        f"{v['threads']:.0f} threads fall into two sets, {v['first']:.0f} in A and {v['second']:.0f} in B. While one set is "
        f"on its way, the other waits. A commit takes {time(v['commit'])}."
    )


COLOURS = {"domain": list(SETS), "range": list(SETS.values()), "legend": False}
BOXES = [
    {"x1": x - HALF, "x2": x + HALF, "x": x, "text": text}
    for x, text in ((WAITS, "wait"), (OUT, "on their way"))
]

FIGURE = Figure(
    id="two-sets",
    title="Two sets of threads take turns",
    caption="Each letter is a thread. Together, those in the right box make one commit, which is safe when the disk has turned "
    "until its place comes round. Then they go back, and write again. Below: each thread over time, pale while it waits.",
    params={
        "threads": Number(
            "Threads",
            8,
            1,
            12,
            whole=True,
            stops=(1, 2, 4, 6, 8, 10, 12),
            help="Number of threads; each writes 16 KiB, waits until they are safe, and writes again.",
        ),
    },
    presets={
        "eight threads": Preset(help="four in each set"),
        "two threads": Preset({"threads": 2}, "one in each set"),
        "one thread": Preset({"threads": 1}, "nobody else waits"),
        "twelve threads": Preset({"threads": 12}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "line",
                    data=[
                        {"x": x, "y": y}
                        for x, y in ((OUT, LOW), (OUT, RAIL), (WAITS, RAIL), (WAITS, LOW))
                    ],
                    x="x",
                    y="y",
                    stroke=REST,
                    strokeWidth=3,
                ),
                mark(
                    "line",
                    data=[{"x": x, "y": MIDDLE} for x in (BEFORE[0], WAITS - HALF)],
                    x="x",
                    y="y",
                    stroke=REST,
                    strokeWidth=3,
                ),
                mark(
                    "line",
                    data=[{"x": x, "y": MIDDLE} for x in (WAITS + HALF, PLATTER - RADIUS - 0.25)],
                    x="x",
                    y="y",
                    stroke=REST,
                    strokeWidth=3,
                ),
                mark(
                    "rect",
                    data=BOXES,
                    x1="x1",
                    x2="x2",
                    y1=LOW,
                    y2=HIGH,
                    fill="var(--wtg-card)",
                    stroke="var(--wtg-mute)",
                    rx=6,
                ),
                mark(
                    "text",
                    data=BOXES,
                    x="x",
                    y=HIGH,
                    dy=-11,
                    text="text",
                    fill="currentColor",
                    fontSize=13,
                ),
                mark(
                    "text",
                    data=[{"x": (WAITS + OUT) / 2, "y": RAIL}],
                    x="x",
                    y="y",
                    dy=13,
                    text=["safe: write again"],
                    fill="var(--wtg-mute)",
                    fontSize=12,
                ),
                mark(
                    "text",
                    data=[{"x": PLATTER, "y": MIDDLE}],
                    x="x",
                    y="y",
                    text=["the disk"],
                    fill="var(--wtg-mute)",
                    fontSize=12,
                ),
                mark(
                    "line",
                    data=[{"x": x, "y": y} for x, y in RING],
                    x="x",
                    y="y",
                    stroke="var(--wtg-mute)",
                    strokeWidth=14,
                    strokeOpacity=0.25,
                ),
                *(
                    mark(
                        "line",
                        {"row": row},
                        x="x",
                        y="y",
                        z="z",
                        stroke="set",
                        strokeWidth=12,
                        strokeOpacity=opacity,
                    )
                    for row, opacity in (("next", 0.4), ("block", 1.0))
                ),
                mark(
                    "dot",
                    data=[{"x": PLATTER - RADIUS, "y": MIDDLE}],
                    x="x",
                    y="y",
                    r=6,
                    stroke="currentColor",
                    strokeWidth=2,
                ),
                mark("dot", {"row": "thread"}, x="x", y="y", r=9, fill="set"),
                mark(
                    "text",
                    {"row": "thread"},
                    x="x",
                    y="y",
                    text="set",
                    fill="var(--wtg-card)",
                    fontSize=11,
                ),
            ],
            {
                "x": {"axis": None, "domain": [0.0, PLATTER + RADIUS + 0.3]},
                "y": {"axis": None, "domain": [-0.1, 4.5]},
                "color": COLOURS,
            },
            height=265,
            frame=frame("frame", "time", "ms", 9, (15.2 * ms, 0.0)),
            aspect=1,
        ),
        panel(
            [
                mark("rect", {"row": "lane"}, x1="x1", x2="x2", y1="y1", y2="y2", fill="what"),
                mark("text", {"row": "name"}, x=-0.7 * ms, y="y", text="text", fill="currentColor"),
                mark("ruleX", {"row": "now"}, x="t", stroke="currentColor", strokeWidth=1.5),
            ],
            {
                "x": {"label": "time", "unit": "ms", "domain": [-1.2 * ms, SPAN]},
                "y": {"axis": None, "domain": [0, 1]},
                "color": {
                    "domain": [f"{name} {what}" for name in SETS for what in ("waits", "out")],
                    "range": [
                        colour
                        for each in SETS.values()
                        for colour in (f"color-mix(in srgb, {each} 22%, var(--wtg-card))", each)
                    ],
                    "legend": False,
                },
            },
            height=150,
            frame=frame("frame", "time", "ms", 9, (0.0,)),
        ),
    ],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "multi-threaded loads"),
)
