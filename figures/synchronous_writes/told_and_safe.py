"""When a program's write is acknowledged, and when it is safe."""

from collections.abc import Iterator

from figures.define.figure import Figure, Number, Preset, Rows, cite, mark, motion, panel
from figures.kit.followed import machine_rows, request_rows, step_rows
from figures.kit.rows import of
from figures.kit.stops import SIZES
from figures.kit.words import about, time
from models.catalogue.machines import values as constants
from models.machine import FREEBSD_BOX, Machine
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.units import KiB, ms, rpm, us

BOX = constants("freebsd-box")
SETTINGS = {
    "cache on, flushed": (True, True),
    "cache on, never flushed": (True, False),
    "cache off": (False, False),
}
SPANS = [
    "program and file system",
    "command and cable",
    "the sector comes round",
    "data is written",
]
NAMES = {"takes the write": SPANS[0], "data passes the head": SPANS[3]}
LATE, WARM = "not yet safe", 4
ABSENT = ("network", "cache", "log", "group", "logdevice")
"""Parts of the machine that this write does not pass through, or that the disk holds."""


def run(size: float, spindle: float, cpu: float, seed: int) -> Iterator[Rows]:
    """Yield rows: span (setting, start, finish, what), told and safe (setting, t), of one write,
    with earlier ones like it already on the platter; and, for the first two settings, the rows of
    the machine in motion. Times are in s."""
    for setting, (cached, flushed) in SETTINGS.items():
        order = FREEBSD_BOX.order(
            speed=spindle,
            host=cpu,
            write_cache="off" if not cached else "on" if flushed else "ignored",
        )
        path, told, safe = told_and_safe(Machine(order.bare(), seed), int(size))
        rows = [
            {
                "row": "span",
                "setting": setting,
                "start": step["start"],
                "finish": step["finish"],
                "what": NAMES.get(step["what"], step["what"]),
            }
            for step in step_rows(path)
        ]
        if safe > told:
            rows.append(
                {"row": "span", "setting": setting, "start": told, "finish": safe, "what": LATE}
            )
        if cached:
            text = f"{setting.removeprefix('cache on, ')}: told after {time(told)}, safe after {time(safe)}"
            yield machine_rows(setting, text, safe, **dict.fromkeys(ABSENT, ""))
            yield request_rows(
                setting, 1, f"the write of {about(size)}", path, safe=path.begun + safe
            )
        yield [
            *rows,
            {"row": "told", "setting": setting, "t": told},
            {"row": "safe", "setting": setting, "t": safe},
        ]


def told_and_safe(machine: Machine, size: int) -> tuple[RequestPath, float, float]:
    """Write `size` bytes through the intent log, with earlier writes like it already on the
    platter. Return the path of the write, the time until it is acknowledged, and the time until it
    is on the platter (s)."""
    loop, disk = machine.loop, machine.disk
    paths, answers = list[RequestPath](), list[float]()

    def program() -> Process:
        for number in range(WARM):
            yield disk.drain(loop.now) - loop.now
            paths.append(RequestPath(loop.now))
            yield from machine.zfs.write(number * size, size, True, path=paths[-1])
            answers.append(loop.now)

    loop.spawn(program())
    while len(answers) < WARM:
        loop.run(until=loop.now + 1 * ms)
    path, safe = paths[-1], disk.drain(answers[-1])
    if safe > answers[-1]:
        path.accesses.append(disk.last_access())
    return path, answers[-1] - path.begun, safe - path.begun


def values(rows: Rows) -> dict[str, float]:
    times = {(r["row"], r["setting"]): r["t"] for r in rows if r["row"] in ("told", "safe")}
    on, ignored, off = SETTINGS
    spans = {(r["setting"], r["what"]): r["finish"] - r["start"] for r in of(rows, "span")}
    return {
        "told_flushed": times["told", on],
        "told_ignored": times["told", ignored],
        "told_off": times["told", off],
        "safe_ignored": times["safe", ignored],
        "risk": times["safe", ignored] - times["told", ignored],
        "cable": spans[on, SPANS[1]],
        "host": spans.get((on, SPANS[0]), 0.0),
        "wait": spans[on, SPANS[2]],
        "command": BOX["pool.disks.command"],
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"With the cache flushed the program is told after {time(v['told_flushed'])}, with the cache off after "
        f"{time(v['told_off'])}, and then the data is safe. Without flushes it is told after "
        f"{time(v['told_ignored'])}, and the data is safe {time(v['risk'])} later."
    )


FIGURE = Figure(
    id="told-and-safe",
    title="Told, and safe",
    caption="One synchronous write, from the program's call; the drive has nothing else to do. The machine: two settings "
    "on one clock; a square was acknowledged and lies in the drive's memory only. Three settings: ring, the "
    "program is told that the data is safe; square, it is. In the pale stretch a power failure takes what was "
    "acknowledged.",
    params={
        "size": Number(
            "Write size",
            8 * KiB,
            512,
            32 * KiB,
            unit="KiB",
            stops=SIZES[:-2],
            help="How much the program writes at a time. For larger writes ZFS logs only a pointer.",
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
        "cpu": Number(
            "ZFS, time a write",
            BOX["head.host"],
            0.0,
            4 * ms,
            unit="µs",
            stops=tuple(n * us for n in (0, 20, 67, 200, 500, 1000, 2000, 4000)),
            help="Time that the file system takes for each synchronous write.",
        ),
    },
    presets={
        "the engineers' disk": Preset(help="8 KiB writes, 7,200 rpm"),
        "a slow computer": Preset({"cpu": 4 * ms}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
    },
    run=run,
    panels=[
        motion(tab="The machine", machines=2),
        panel(
            [
                mark(
                    "barX",
                    {"row": "span"},
                    x1="start",
                    x2="finish",
                    y="setting",
                    fill="what",
                    tip=True,
                ),
                mark(
                    "dot",
                    {"row": "told"},
                    x="t",
                    y="setting",
                    r=9,
                    stroke="currentColor",
                    strokeWidth=2,
                ),
                mark(
                    "dot",
                    {"row": "safe"},
                    x="t",
                    y="setting",
                    r=5,
                    symbol="square",
                    fill="currentColor",
                ),
                mark(
                    "text",
                    {"row": "told"},
                    x="t",
                    y="setting",
                    text="row",
                    dy=-18,
                    dx=-6,
                    fill="currentColor",
                ),
                mark(
                    "text",
                    {"row": "safe"},
                    x="t",
                    y="setting",
                    text="row",
                    dy=18,
                    dx=-6,
                    fill="currentColor",
                ),
            ],
            {
                "x": {
                    "label": "time since the program's call",
                    "unit": "ms",
                    "zero": True,
                    "grid": True,
                },
                "y": {"label": None, "domain": list(SETTINGS)},
                "color": {
                    "domain": [*SPANS, LATE],
                    "legend": True,
                    "range": [
                        "var(--wtg-4)",
                        "var(--wtg-3)",
                        "var(--wtg-accent)",
                        "var(--wtg-1)",
                        "var(--wtg-line)",
                    ],
                },
            },
            height=280,
            tab="Three settings",
        ),
    ],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "the explanation of the write rate"),
)
