"""One more disk every step: the latency of reads that share ports, and their throughput."""

from collections.abc import Iterator
from itertools import pairwise
from math import fsum, inf

from figures.define.figure import Choice, Figure, Number, Preset, Rows, cite, mark, panel, target
from figures.kit.heat import AXIS, KINDS, PALETTE, Maps, heat_panels
from figures.kit.heat_map import linear_edges, log_edges
from figures.kit.rows import of, one
from figures.kit.stops import powers
from figures.kit.words import rate
from models.catalogue.machines import values as constants
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.sim.answer import until
from models.sim.loop import Process
from models.sim.stats import percentile
from models.units import GB, MB, KiB, MiB, ms

SUN = constants("7410")
A_STEP, BINS = 4, 60  # columns of the heat map for each step; rows
FULL = 0.95  # ports or card count as full from this share of their capacity on
SETTLE = 0.015  # time (s) at the beginning of each step that is not measured
READS = 14_000  # approximate number of reads measured in all steps; faster reads shorten a step
THINK = constants("streaming")["client_pause"]
APART = 1000  # readers begin at a random MiB among the first ones, of which there are this many
Reads = list[tuple[float, float]]  # of each read the time of its answer (s) and its latency (s)


class SteppedReads:
    """Disks of a 7410, which are read one more at each step.

    size: bytes of a read. repeat: whether a reader always reads the same bytes, which the drive
    keeps in its memory; otherwise it reads block after block. rate: bytes/s of the cable. lane:
    bytes/s of a disk's port.
    """

    def __init__(
        self, disks: int, *, size: int, repeat: bool, rate: float, lane: float, seed: int = 1
    ) -> None:
        port = lane if rate > lane else inf  # a single port is the cable itself
        order = SUN_7410.order(
            pool={"layout": "stripe", "vdevs": disks, "jbods": 1},
            cable_rate=rate,
            disks={"interface_rate": port},
        )
        self.machine = Machine(order.bare(), seed)
        self.size, self.repeat = size, repeat
        self.reads: Reads = []

    def reader(self, number: int) -> Process:
        """Read from disk `number` again and again, and record the latencies. Yield each wait to the
        loop."""
        loop, size, device = self.machine.loop, self.size, self.machine.boxes.boxes[0][number]
        offset = int(self.machine.random.random() * APART) * MiB
        while True:
            begun = loop.now
            yield until(loop, device.read(begun, offset, size))
            self.reads.append((loop.now, loop.now - begun))
            offset += 0 if self.repeat else size
            yield THINK

    def steps(self, settle: float, seconds: float, most: int) -> Iterator[tuple[float, Reads]]:
        """Yield for each step how long (s) it was measured, and the reads answered in that time,
        each as (time since the start of the measurement in s, latency in s).

        Measuring begins `settle` (s) after the step does. It lasts `seconds`, or less where about
        `most` reads are answered sooner.
        """
        loop, pace = self.machine.loop, 0.0
        for number in range(len(self.machine.disks)):
            loop.spawn(self.reader(number))
            begin, length = loop.now + settle, min(seconds, most / pace) if pace else seconds
            loop.run(until=begin)
            self.reads.clear()
            loop.run(until=begin + length)
            pace = len(self.reads) / length
            yield length, [(answered - begin, took) for answered, took in self.reads]


def run(
    reads: str,
    disks: int,
    lanes: int,
    lane: float,
    card: float,
    size: float,
    seconds: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell and log cell (t1, t2 in disks, low, high, n: a cell of the heat map on
    either axis), step (disks, begin and end on the axis, moved in bytes/s, median, low, high in s), and sum (ports, card:
    their capacities in bytes/s)."""
    jbod = SteppedReads(
        disks,
        size=int(size),
        repeat=reads == "repeat",
        rate=min(lanes * lane, card),
        lane=lane,
        seed=seed,
    )
    steps = list(jbod.steps(SETTLE, seconds, READS // disks))
    latencies = [latency for _, step_reads in steps for _, latency in step_reads]
    top = int(1.1 * max(latencies) / (0.5 * ms) + 1) * 0.5 * ms
    heat = Maps(
        1 / A_STEP,
        {"linear": linear_edges(top, BINS), "log": log_edges(0.9 * min(latencies), top, BINS)},
        KINDS,
    )
    yield heat.frames(0.5, disks + 0.5)
    for count, (seconds, step_reads) in enumerate(steps, 1):
        for answered, latency in step_reads:
            heat.add(count - 0.5 + answered / seconds * 0.999, latency)
        latencies = sorted([latency for _, latency in step_reads])
        yield [
            *heat.columns(count - 0.5),
            {
                "row": "step",
                "disks": count,
                "begin": count - 0.5,
                "end": count + 0.5,
                "moved": len(step_reads) * size / seconds,
                "median": percentile(latencies, 0.5),
                "low": percentile(latencies, 0.02),
                "high": percentile(latencies, 0.98),
            },
        ]
    yield [*heat.rest(), {"row": "sum", "ports": lanes * lane, "card": card}]


def steps(rows: Rows) -> Rows:
    return of(rows, "step")


def knee(rows: Rows) -> int:
    """Return the number of disks beyond which two more add less than two thirds of what the first
    one moves, a third each; 0 if there is none."""
    found = steps(rows)
    first = found[0]["moved"]
    for before, after in zip(found, found[2:], strict=False):
        if after["moved"] - before["moved"] < 2 * first / 3:
            return int(before["disks"])
    return 0


def columns(rows: Rows) -> list[list[list[float]]]:
    """Return the cells of the heat map at each step, shortest latency first, each as [low, high,
    n]. Cells with the same range of latencies are summed."""
    found: dict[int, dict[float, list[float]]] = {row["disks"]: {} for row in steps(rows)}
    for row in (row for row in of(rows, "cell")):
        column = found.get(round((row["t1"] + row["t2"]) / 2), {})
        column.setdefault(row["low"], [row["low"], row["high"], 0])[2] += row["n"]
    return [[column[low] for low in sorted(column)] for column in found.values()]


def middle(column: list[list[float]]) -> float:
    """Return the mean latency (s) of a step, calculated from the middles of its cells."""
    return fsum(n * (low + high) / 2 for low, high, n in column) / sum(n for _, _, n in column)


def two_levels(column: list[list[float]]) -> bool:
    """Return whether a step has two levels of latency. The upper must be about a third or more
    above the lower, and have more than a twentieth of the reads."""
    above = [n for low, _, n in column if low > 1.3 * column[0][1]]
    return sum(above) > 0.05 * sum(n for _, _, n in column)


def stepped(rows: Rows) -> bool:
    """Return whether throughput and latency have a knee.

    Up to the knee, throughput must grow with each disk while latency keeps its two levels. Beyond
    it, latency must grow with each disk.
    """
    found, last, by_step = steps(rows), knee(rows), columns(rows)
    if not 3 <= last <= len(found) - 4 or not all(by_step):
        return False
    latency = [middle(column) for column in by_step]
    before, after = found[: last - 1], found[last + 1 :]
    even = all(abs(row["moved"] / row["disks"] / found[0]["moved"] - 1) < 0.1 for row in before)
    level = all(abs(mean_latency / latency[0] - 1) < 0.15 for mean_latency in latency[: last - 1])
    climbs = all(b > a * 1.01 for a, b in pairwise(latency[last + 1 :]))
    flat = after[-1]["moved"] < 1.1 * after[0]["moved"]
    return even and level and climbs and flat and two_levels(by_step[0])


def one_line_a_level(rows: Rows) -> bool:
    """Return whether each step is one thin line.

    Nearly all of its reads must lie in two neighbouring cells, and these must rise in steps as
    disks are added.
    """
    by_step = columns(rows)
    if not all(by_step):
        return False
    thin = all(
        max(
            sum(n for low, _, n in column if at <= low < at + 1.5 * (high - at))
            for at, high, _ in column
        )
        >= 0.95 * sum(n for _, _, n in column)
        for column in by_step
    )
    latency = [middle(column) for column in by_step]
    rises = [b - a for a, b in pairwise(latency)]
    return thin and min(rises) > -1e-6 and sum(rise > 0.02 * latency[0] for rise in rises) >= 6


def values(rows: Rows) -> dict[str, float]:
    found = steps(rows)
    last = found[-1]
    return {
        "knee": float(knee(rows)),
        "one": found[0]["moved"],
        "all": last["moved"],
        "low": found[0]["low"],
        "high": found[0]["high"],
        "median": found[0]["median"],
        "last": last["median"],
        "disks": float(len(found)),
        "card": one(rows, "sum")["card"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    first = f"One disk reads {rate(v['one'])}"
    s = one(rows, "sum")
    narrow = "the ports are full" if s["ports"] < s["card"] else "the card is full"
    if not v["knee"]:
        held = (
            "nothing holds them up yet" if v["all"] < FULL * min(s["ports"], s["card"]) else narrow
        )
        return f"{first}. {v['disks']:.0f} disks together read {rate(v['all'])}, and {held}."
    whole = (
        "Beyond one disk"
        if v["knee"] == 1
        else f"So does each of up to {v['knee']:.0f}; beyond them"
    )
    return f"{first}. {whole} {narrow}."


REPEATED = "the same block again"

FIGURE = Figure(
    id="stepping-disks",
    title="One more disk every step",
    caption="One disk is read, then two, then three, each by a reader of its own; all share the ports and one card. Cells: "
    "latency (the upper level: reads at the end of a track, which wait for the next); bars: what they read together.",
    params={
        "reads": Choice(
            "Reads",
            "sequential",
            {"sequential": "one block after another", "repeat": "the same block again"},
            "The same block again comes from the drive's own memory.",
        ),
        "lanes": Number(
            "Ports",
            8,
            1,
            16,
            whole=True,
            help="The number of ports, which form one wide cable to all disks.",
        ),
        "card": Number(
            "The card carries",
            1420 * MB,
            300 * MB,
            6 * GB,
            unit="MB/s",
            step=20 * MB,
            help="The capacity of the card to which all the ports belong; an x8 slot of 2008 carries 1,420 MB/s.",
        ),
        "disks": Number(
            "Disks", 24, 8, 48, whole=True, more=True, help="The number of disks at the last step."
        ),
        "lane": Number(
            "A port carries",
            SUN["pool.disks.interface_rate"],
            100 * MB,
            1200 * MB,
            unit="MB/s",
            step=50 * MB,
            more=True,
            help="The capacity of one port.",
        ),
        "size": Number(
            "Read size",
            128 * KiB,
            8 * KiB,
            512 * KiB,
            unit="KiB",
            stops=powers(8 * KiB, 512 * KiB),
            more=True,
            help="The size of a read.",
        ),
        "seconds": Number(
            "Time a step",
            0.16,
            0.05,
            0.4,
            unit="s",
            step=0.01,
            more=True,
            help="How long each step is measured. Where there are many reads it is shorter.",
        ),
        "axis": AXIS,
        "palette": PALETTE,
    },
    presets={
        "one block after another": Preset(help="sequential reads of 128 KiB"),
        REPEATED: Preset({"reads": "repeat"}),
        "a faster card": Preset({"card": 6 * GB}),
        "a faster card, the same block again": Preset({"card": 6 * GB, "reads": "repeat"}),
        "four ports": Preset({"lanes": 4}),
        "small reads": Preset({"size": 32 * KiB, "seconds": 0.05}),
    },
    run=run,
    panels=[
        *heat_panels(KINDS, {"label": "disks"}, "latency of a read", "reads", height=262),
        panel(
            [
                mark(
                    "rect",
                    {"row": "step"},
                    x1="begin",
                    x2="end",
                    y1=0,
                    y2="moved",
                    fill="var(--wtg-1)",
                    fillOpacity=0.55,
                    inset=0.5,
                ),
                mark("ruleY", data=[0]),
            ],
            {
                "x": {"label": "disks"},
                "y": {"label": "read", "unit": "MiB/s", "grid": True, "ticks": 4},
            },
            height=136,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2010visualizing", "figures 7 and 8"),
    reproduces=["acmq-fig7-seq-read-stepping", "acmq-fig8-repeat-read-stepping"],
    targets=[target("acmq7-pattern", stepped), target("acmq8-pattern", one_line_a_level, REPEATED)],
)
