"""A queue today: random reads of a disk and of a flash drive, with more and more of them outstanding."""

from collections.abc import Iterator

from figures.define.figure import (
    Figure,
    Number,
    Preset,
    Rows,
    cite,
    column,
    mark,
    panel,
    table,
)
from figures.disks.experiments.queued import summary
from figures.kit.rows import one
from figures.kit.words import count, time
from models.machine import SERVER_TODAY, Machine, RawPrograms, answered
from models.machine.order import Order
from models.sim.workload import uniform
from models.units import KiB, ms, s, us

DRIVES = {"disk": "disk", "ssd": "flash"}
HUES = {"disk": "var(--wtg-accent)", "flash": "var(--wtg-1)"}
DEPTHS = (1, 2, 4, 10, 16, 32, 64, 128, 256)
READS = {"disk": 500, "ssd": 2000}
"""How many reads a point counts, besides those that are outstanding."""


def order_of(kind: str) -> Order:
    """Return one drive of today, without the server. Its flash is fresh, as a new drive's is."""
    drives = {"kind": kind, "ssd": {"filled": 0.0}}
    return SERVER_TODAY.order(
        filesystem="raw", pool={"layout": "stripe", "vdevs": 1, "jbods": 0, "disks": drives}
    ).bare("drive queue")


def run(size: float, outstanding: int, seed: int) -> Iterator[Rows]:
    """Yield rows: point (drive, outstanding, rate in reads a second, latency: its mean in s, chosen)."""
    for kind, drive in DRIVES.items():
        for depth in sorted({*DEPTHS, int(outstanding)}):
            machine = Machine(order_of(kind), seed)
            places = uniform(int(size), machine.disk.capacity, machine.random)
            machine.start(RawPrograms(places, int(size), depth, 1.0))
            done = answered(machine, READS[kind] + depth)[depth:]
            found = summary([(each.issued, each.finish) for each in done])
            yield [
                {
                    "row": "point",
                    "drive": drive,
                    "outstanding": depth,
                    "rate": found["iops"],
                    "latency": found["mean"],
                    "chosen": "yes" if depth == outstanding else "no",
                }
            ]


def values(rows: Rows) -> dict[str, float]:
    found: dict[str, float] = {}
    for drive in DRIVES.values():
        chosen = one(rows, "point", drive=drive, chosen="yes")
        lone = one(rows, "point", drive=drive, outstanding=1)
        found |= {
            f"{drive}_one_latency": lone["latency"],
            f"{drive}_rate": chosen["rate"],
            f"{drive}_latency": chosen["latency"],
            f"{drive}_gain": chosen["rate"] / lone["rate"],
            f"{drive}_slower": chosen["latency"] / lone["latency"],
        }
    found["outstanding"] = one(rows, "point", drive="disk", chosen="yes")["outstanding"]
    return found


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"With {v['outstanding']:.0f} outstanding the disk makes {count(v['disk_rate'])} reads a second, and each takes "
        f"{time(v['disk_latency'])}. The flash drive makes {count(v['flash_rate'])}, and each takes {time(v['flash_latency'])}."
    )


X = {"label": "reads outstanding", "type": "log", "domain": [1, 256], "ticks": [1, 4, 16, 64, 256]}
COLOUR = {"domain": list(HUES), "range": list(HUES.values()), "legend": True}


def lines(field: str) -> list[dict[str, object]]:
    return [
        mark("line", {"row": "point"}, x="outstanding", y=field, stroke="drive", strokeWidth=2),
        mark(
            "dot",
            {"row": "point", "chosen": "yes"},
            x="outstanding",
            y=field,
            fill="drive",
            r=6,
            tip=True,
        ),
    ]


FIGURE = Figure(
    id="queue-today",
    title="A queue today",
    caption="Random reads of a disk of 22 TB and of a fresh flash drive of today, without a server around them. Above: how many a "
    "drive makes; below: how long one takes. The dots are the chosen number.",
    params={
        "outstanding": Number(
            "Reads outstanding",
            10,
            1,
            256,
            whole=True,
            stops=DEPTHS,
            help="How many reads the drive has at all times.",
        ),
        "size": Number(
            "Size of a read",
            8 * KiB,
            4 * KiB,
            128 * KiB,
            unit="KiB",
            stops=(4 * KiB, 8 * KiB, 16 * KiB, 32 * KiB, 64 * KiB, 128 * KiB),
            help="Bytes of one read.",
        ),
    },
    presets={
        "ten outstanding": Preset(),
        "256 outstanding": Preset({"outstanding": 256}),
        "128 KiB": Preset({"size": 128 * KiB}, "the flash drive gives no more bytes a second"),
    },
    run=run,
    panels=[
        panel(
            lines("rate"),
            {
                "x": X,
                "y": {
                    "label": "reads a second",
                    "type": "log",
                    "domain": [30, 3e6],
                    "grid": True,
                    "tickFormat": "~s",
                },
                "color": COLOUR,
            },
            height=210,
        ),
        panel(
            lines("latency"),
            {
                "x": X,
                "y": {
                    "label": "a read takes",
                    "unit": "ms",
                    "type": "log",
                    "domain": [30 * us, 2 * s],
                    "ticks": [0.1 * ms, 1 * ms, 10 * ms, 100 * ms, 1 * s],
                    "grid": True,
                },
                "color": COLOUR | {"legend": False},
            },
            height=210,
        ),
    ],
    table=table(
        {"row": "point"},
        [
            column("drive", "drive"),
            column("outstanding", "outstanding"),
            column("rate", "reads a second"),
            column("latency", "a read", "ms", 3),
        ],
    ),
    describe=describe,
    values=values,
    source=cite(
        "elling2014zio",
        "reads with one and with ten outstanding; the drives of today from data sheets",
    ),
)
