"""The picket fence today: random reads of a disk and of a flash drive while transaction groups go out."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Rows, cite, column, mark, panel, table
from figures.kit.rows import one
from figures.kit.words import time
from models.machine import SERVER_TODAY, Local, Machine, Reads
from models.sim.loop import Loop
from models.sim.stats import mean, percentile
from models.units import GB, KiB, MiB, ms, s, us

DRIVES = {"disk": {}, "flash": {"kind": "ssd", "ssd": {"kind": "nvme-server"}}}
"""Drive -> its settings in the server of today."""
HUES = {"disk": "var(--wtg-accent)", "flash": "var(--wtg-1)"}
SECONDS, READ, WRITE, DATA = 32, 8 * KiB, 128 * KiB, 1000 * GB
LOW, HIGH = 50 * us, 3 * s


def run(load: float, reads: float, seed: int) -> Iterator[Rows]:
    """Yield rows: read (drive, t: of its answer, latency), group (drive, t1, t2) and sum (drive, typical, longest,
    groups). All in s."""
    for drive, settings in DRIVES.items():
        pool = {"layout": "stripe", "vdevs": 1, "jbods": 0, "disks": settings}
        machine = Machine(SERVER_TODAY.order(pool=pool, recordsize=READ).bare(), seed)
        answers: Rows = []

        def seen(
            size: int,
            latency: float,
            path: object,
            loop: Loop = machine.loop,
            drive: str = drive,
            answers: Rows = answers,
        ) -> None:
            """Record an answer to a read."""
            answers.append({"row": "read", "drive": drive, "t": loop.now, "latency": latency})

        machine.start(Local(size=READ, reads=1.0, rate=reads, blocks=Reads(DATA), seen=seen))
        if load:
            machine.start(Local(size=WRITE, o_sync=False, rate=load / WRITE))
        machine.loop.run(until=SECONDS)
        groups = [
            (group.begun, group.synced) for group in machine.zfs.groups.history if group.bytes
        ]
        going = [(machine.zfs.groups.began, float(SECONDS))] if machine.zfs.groups.out else []

        latencies = [row["latency"] for row in answers]
        yield [
            *answers,
            *(
                {"row": "group", "drive": drive, "t1": begun, "t2": end}
                for begun, end in groups + going
            ),
            {
                "row": "sum",
                "drive": drive,
                "reads": len(answers),
                "typical": percentile(latencies, 0.5),
                "late": percentile(latencies, 0.99),
                "longest": max(latencies),
                "groups": len(groups),
                "group_time": mean([end - begun for begun, end in groups] or [0.0]),
            },
        ]


def values(rows: Rows) -> dict[str, float]:
    return {
        f"{drive}_{name}": one(rows, "sum", drive=drive)[name]
        for drive in DRIVES
        for name in ("typical", "late", "longest", "groups", "group_time")
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return " ".join(
        f"On the {name} the usual read takes {time(v[f'{drive}_typical'])}, and the slowest {time(v[f'{drive}_longest'])}."
        for drive, name in (("disk", "disk"), ("flash", "flash drive"))
    )


FIGURE = Figure(
    id="fence-today",
    title="The fence today",
    caption="Random reads of 8 KiB, of a disk and of a flash drive of today. A dot is a read, at the moment of its answer. "
    "A band is a group that goes out: wide on the disk, thin on flash. The axis is logarithmic.",
    params={
        "load": Number(
            "Written",
            100 * MiB,
            0.0,
            150 * MiB,
            unit="MiB/s",
            step=10 * MiB,
            help="The rate of ordinary writes, to each of the two drives.",
        ),
        "reads": Number(
            "Reads a drive",
            30,
            5,
            50,
            unit="1/s",
            step=1.0,
            help="Random reads per second of each drive.",
        ),
    },
    presets={
        "100 MiB a second": Preset(help="a third of what the disk could write alone"),
        "half as much": Preset({"load": 50 * MiB}),
        "nobody writes": Preset({"load": 0.0}),
    },
    run=run,
    panels=[
        panel(
            [
                mark(
                    "rect",
                    {"row": "group"},
                    x1="t1",
                    x2="t2",
                    y1=LOW,
                    y2=HIGH,
                    fill="drive",
                    fillOpacity=0.18,
                    inset=0,
                ),
                mark("dot", {"row": "read"}, x="t", y="latency", fill="drive", r=1.8),
            ],
            {
                "x": {"label": "time", "unit": "s", "domain": [0, SECONDS]},
                "y": {
                    "label": "a read takes",
                    "unit": "ms",
                    "type": "log",
                    "domain": [LOW, HIGH],
                    "ticks": [0.1 * ms, 1 * ms, 10 * ms, 100 * ms, 1 * s],
                    "tickFormat": "~g",
                    "grid": True,
                },
                "color": {"domain": list(HUES), "range": list(HUES.values()), "legend": True},
            },
            height=330,
        )
    ],
    table=table(
        {"row": "sum"},
        [
            column("drive", "drive"),
            column("groups", "groups"),
            column("group_time", "a group takes", "s", 2),
            column("typical", "usual read", "ms", 2),
            column("late", "99th percentile", "ms", 2),
            column("longest", "slowest read", "ms", 2),
        ],
    ),
    describe=describe,
    values=values,
    source=cite("gregg2009slog", "the picket fence; the drives of today from data sheets"),
)
