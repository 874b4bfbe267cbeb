"""Sequential reads: their rate, by the place on the disk, and the cost of a pause between requests."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Row, Rows, cite, mark, panel, pick
from figures.disks.experiments.one_disk import one_disk
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import rate, size, time
from models.catalogue.machines import values as constants
from models.devices.hdd import HardDisk
from models.machine import Machine, RawPrograms, answered
from models.machine.order import Order
from models.sim.workload import sequential
from models.units import GB, KiB, MiB, ms

DISK = constants("enterprise-disk")
PLACES, TRACKS = 24, 4
LONG_ENOUGH, LEAST, MANY_TRACKS = 0.25, 60, 256 * MiB
SIZES = powers(4 * KiB, 4 * MiB)
AHEAD, PLAIN, SOLID = "short reads, with reading ahead", "short reads, without", "one long read"


def run(
    size: float, gap: float, ahead: float, position: float, skew: float, switch: float, seed: int
) -> Iterator[Rows]:
    """Yield rows: piece (track, start, finish in s, what), place (offset, rate, how), by_size
    (size, rate, how, chosen), sum. Rates are in bytes/s."""
    orders = {
        how: one_disk(skew=skew, switch=switch, read_ahead=much)
        for how, much in ((AHEAD, int(ahead)), (PLAIN, 0))
    }
    machine, begin = Machine(orders[AHEAD], seed), int(position) // MiB * MiB
    disk, spec = machine.disk, machine.disk.spec
    yield list(pieces(disk, begin))
    yield [
        {
            "row": "by_size",
            "size": each,
            "rate": stream_rate(order, int(each), gap, begin, seed),
            "how": how,
            "chosen": "yes" if each == size else "no",
        }
        for how, order in orders.items()
        for each in sorted({*SIZES, size})
    ]
    furthest = spec.capacity - 512 * MiB
    for k in range(PLACES + 1):
        offset = furthest * k // PLACES // MiB * MiB
        rows = [
            {
                "row": "place",
                "offset": offset,
                "rate": long_read_rate(machine, offset),
                "how": SOLID,
            }
        ]
        if k % 3 == 0:
            rows += [
                {
                    "row": "place",
                    "offset": offset,
                    "rate": stream_rate(order, int(size), gap, offset, seed),
                    "how": how,
                }
                for how, order in orders.items()
            ]
        yield rows
    yield [
        {
            "row": "sum",
            "offset": begin,
            "size": size,
            "gap": gap,
            "reads_ahead": ahead,
            "skew": skew,
            "switch": switch,
            "media": long_read_rate(machine, begin),
            "asked": size / (spec.command + size / spec.interface_rate + gap),
            "turn": disk.turn,
        }
    ]


def stream_rate(order: Order, size: int, gap: float, begin: int, seed: int) -> float:
    """Return the rate (bytes/s) of sequential reads from offset `begin`, each issued `gap` seconds
    after the answer to the one before. The first third of them does not count."""
    machine = Machine(order, seed)
    machine.start(RawPrograms(sequential(size, begin), size, think=gap))
    machine.loop.run(until=LONG_ENOUGH)
    if len(machine.done) < LEAST:
        answered(machine, LEAST - len(machine.done))
    ends = [request.finish for request in machine.done]
    first = len(ends) // 3
    return size * (len(ends) - 1 - first) / (ends[-1] - ends[first])


def long_read_rate(machine: Machine, begin: int) -> float:
    """Return the rate (bytes/s) of one read of many tracks from offset `begin`, timed from its
    first byte on."""
    disk = machine.disk
    finish = disk.read(disk.ready, begin, MANY_TRACKS)
    seconds: float = finish - disk.last[2]
    return MANY_TRACKS / seconds


def pieces(disk: HardDisk, begin: int) -> Iterator[Row]:
    """Yield rows of a long read over the tracks after `begin`: when it passes each track, and how
    long each step to the next takes."""
    _, _, left, _ = disk.geometry.place(begin)
    offset, now = begin + left, 0.0  # starts at the next track's first byte
    for k in range(TRACKS):
        track = disk.geometry.place(offset).track
        yield {
            "row": "piece",
            "track": f"track {k + 1}",
            "start": now,
            "finish": now + disk.turn,
            "what": "data passes",
        }
        now += disk.turn
        if k < TRACKS - 1:
            yield {
                "row": "piece",
                "track": f"track {k + 2}",
                "start": now,
                "finish": now + disk.next_track,
                "what": "to the next track",
            }
            now += disk.next_track
        offset += track


def values(rows: Rows) -> dict[str, float]:
    s = one(rows, "sum")
    places = {
        how: [row["rate"] for row in of(rows, "place", how=how)] for how in (SOLID, AHEAD, PLAIN)
    }
    chosen = {row["how"]: row["rate"] for row in of(rows, "by_size", chosen="yes")}
    step = [
        row["finish"] - row["start"] for row in of(rows, "piece") if row["what"] != "data passes"
    ]
    return {
        "rim": places[SOLID][0],
        "hub": places[SOLID][-1],
        "media": s["media"],
        "ahead": chosen[AHEAD],
        "plain": chosen[PLAIN],
        "asked": s["asked"],
        "size": s["size"],
        "gap": s["gap"],
        "turn": s["turn"],
        "gain": chosen[AHEAD] / chosen[PLAIN],
        "step": step[0],
        "lost": step[0] / (step[0] + s["turn"]),
        "reads_ahead": s["reads_ahead"],
        "skew": s["skew"],
        "switch": s["switch"],
        "misses": s["turn"] + s["size"] / s["media"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    alone = (
        f"One long read gets {rate(v['rim'])} at the rim and {rate(v['hub'])} at the hub. From track to track it loses "
        f"{time(v['step'])}."
    )
    if not v["gap"] and v["reads_ahead"]:
        return alone
    pause = f", {time(v['gap'])} apart," if v["gap"] else ""
    how = (
        f"{rate(v['ahead'])} if the disk reads ahead, and {rate(v['plain'])} if not"
        if v["reads_ahead"]
        else f"{rate(v['plain'])}, for the disk does not read ahead"
    )
    return f"{alone} Reads of {size(v['size'])} in a row{pause} get {how}."


HOWS = [SOLID, AHEAD, PLAIN]
COLOURS = {
    "domain": HOWS,
    "range": ["var(--wtg-6)", "var(--wtg-1)", "var(--wtg-accent)"],
    "legend": True,
}
WHATS = ["data passes", "to the next track"]
STOPS_AHEAD = (
    0.0,
    64.0 * KiB,
    128.0 * KiB,
    256.0 * KiB,
    512.0 * KiB,
    1.0 * MiB,
    2.0 * MiB,
    4.0 * MiB,
)

FIGURE = Figure(
    id="streaming-disk",
    title="Data in a row",
    caption="Along the disk: one long read, track after track (bars), and reads in a row against the place on the disk. By "
    "size: the same against their size, from one place; the ring is the chosen size, and a click on a dot chooses "
    "another.",
    params={
        "skew": Number(
            "Skew",
            DISK["pool.disks.skew"],
            0.0,
            3 * ms,
            unit="ms",
            step=0.1 * ms,
            help="By how much the first sector of a track follows the last one of the track before.",
        ),
        "gap": Number(
            "Pause between requests",
            0.0,
            0.0,
            20 * ms,
            unit="ms",
            stops=tuple(n * ms for n in (0, 0.1, 0.2, 0.5, 1, 2, 5, 8, 8.5, 12, 20)),
            help="Time from the answer to one read until the program asks for the next.",
        ),
        "ahead": Number(
            "Reads ahead",
            1 * MiB,
            0.0,
            4 * MiB,
            unit="KiB",
            stops=STOPS_AHEAD,
            help="How much further the drive reads after a request, while it is idle.",
        ),
        "size": Number(
            "Request size",
            64 * KiB,
            4 * KiB,
            4 * MiB,
            unit="KiB",
            stops=SIZES,
            more=True,
            help="How much the program reads at a time.",
        ),
        "position": Number(
            "Where on the disk",
            0.0,
            0.0,
            1999 * GB,
            unit="GB",
            step=50 * GB,
            more=True,
            help="Where the reads begin, from the first byte at the rim, in the picture of tracks and in the tab By size.",
        ),
        "switch": Number(
            "Step to the next track",
            DISK["pool.disks.switch"],
            0.0,
            3 * ms,
            unit="ms",
            step=0.1 * ms,
            more=True,
            help="Time that the drive needs to change to the next head or to move the arm by one track.",
        ),
    },
    presets={
        "as built": Preset(help="64 KiB at a time, one read after another"),
        "too little skew": Preset({"skew": 0.3 * ms}),
        "a program that pauses": Preset({"gap": 5 * ms}),
        "little memory": Preset({"ahead": 128 * KiB, "gap": 1 * ms}),
        "too much skew": Preset({"skew": 3 * ms}),
        "at the hub": Preset({"position": 1999 * GB}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "barX",
                    {"row": "piece"},
                    x1="start",
                    x2="finish",
                    y="track",
                    fill="what",
                    tip=True,
                )
            ],
            {
                "x": {"label": "time", "unit": "ms", "zero": True, "grid": True},
                "y": {"label": None, "domain": [f"track {k + 1}" for k in range(TRACKS)]},
                "color": {
                    "domain": WHATS,
                    "range": ["var(--wtg-1)", "var(--wtg-accent)"],
                    "legend": True,
                },
            },
            height=146,
            tab="Along the disk",
        ),
        panel(
            [
                mark("line", {"row": "place"}, x="offset", y="rate", stroke="how", strokeWidth=2),
                mark("dot", {"row": "place"}, x="offset", y="rate", fill="how", r=2, tip=True),
            ],
            {
                "x": {"label": "where on the disk, from the rim", "unit": "GB", "grid": True},
                "y": {"label": "throughput", "unit": "MiB/s", "zero": True, "grid": True},
                "color": COLOURS,
            },
            height=236,
            tab="Along the disk",
        ),
        panel(
            [
                mark("line", {"row": "by_size"}, x="size", y="rate", stroke="how", strokeWidth=2),
                mark("dot", {"row": "by_size"}, x="size", y="rate", fill="how", tip=True),
                mark(
                    "dot",
                    {"row": "by_size", "chosen": "yes"},
                    x="size",
                    y="rate",
                    r=7,
                    stroke="currentColor",
                    strokeWidth=1.5,
                ),
            ],
            {
                "x": {
                    "label": "request size",
                    "unit": "KiB",
                    "type": "log",
                    "base": 2,
                    "ticks": list(SIZES),
                    "grid": True,
                },
                "y": {"label": "throughput", "unit": "MiB/s", "zero": True, "grid": True},
                "color": COLOURS,
            },
            height=360,
            tab="By size",
            pick=pick("size", "size"),
        ),
    ],
    describe=describe,
    values=values,
    source=cite("elling2014zio", "the disk of the random 4 KB workload"),
)
