"""When a program is told that its write is safe, and when it is."""
from figures.define import Figure, Number, Preset, cite, mark, panel
from figures.stops import SIZES
from figures.words import time
from models.appliance import drive
from models.catalogue import values as constants
from models.devices.hdd import HardDisk
from models.pool.intent_log import LogSpec
from models.units import KiB, ms, rpm, us

BOX = constants("freebsd-box")
SETTINGS = {"cache on, flushed": (True, True), "cache on, never flushed": (True, False), "cache off": (False, False)}
SPANS = ["program and file system", "command and cable", "the sector comes round", "data is written"]
LATE = "not yet safe"
WARM = 4


def run(size, spindle, cpu, seed):
    """Rows: span (setting, start, finish in s, what), told and safe (setting, t): one write of many like it."""
    block = LogSpec().pack([int(size)])[0]
    for setting, (cached, flushed) in SETTINGS.items():
        disk = HardDisk(drive(speed=spindle), cache=cached, phase=(seed * 0.618) % 1.0)
        now = 0.0
        for k in range(WARM):
            begun, waited, wrote = now, disk.waiting, disk.transferring
            issued = begun + cpu
            answered = disk.write(issued, k * block, block)
            now = disk.flush(answered) if flushed else answered
        told = now
        safe = disk.drain(told)
        waited, wrote = disk.waiting - waited, disk.transferring - wrote
        arrived = issued + disk.spec.command + block / disk.spec.interface_rate
        reached = safe - (wrote if told == safe or not cached else block / (disk.geometry.place(0).track / disk.turn))
        steps = [(begun, issued), (issued, arrived), (arrived, min(reached, told)), (min(reached, told), min(safe, told))]
        rows = [{"row": "span", "setting": setting, "start": a - begun, "finish": b - begun, "what": what}
                for (a, b), what in zip(steps, SPANS, strict=True) if b > a]
        if safe > told:
            rows.append({"row": "span", "setting": setting, "start": told - begun, "finish": safe - begun, "what": LATE})
        yield [*rows, {"row": "told", "setting": setting, "t": told - begun},
               {"row": "safe", "setting": setting, "t": safe - begun}]


def values(rows):
    times = {(r["row"], r["setting"]): r["t"] for r in rows if r["row"] in ("told", "safe")}
    on, ignored, off = SETTINGS
    spans = {(r["setting"], r["what"]): r["finish"] - r["start"] for r in rows if r["row"] == "span"}
    return {"told_flushed": times["told", on], "told_ignored": times["told", ignored], "told_off": times["told", off],
            "safe_ignored": times["safe", ignored], "risk": times["safe", ignored] - times["told", ignored],
            "cable": spans[on, SPANS[1]], "host": spans.get((on, SPANS[0]), 0.0), "wait": spans[on, SPANS[2]]}


def describe(rows):
    v = values(rows)
    return (f"With the cache flushed the program is told after {time(v['told_flushed'])}, with the cache off after "
            f"{time(v['told_off'])}, and then the data is safe. Without flushes it is told after "
            f"{time(v['told_ignored'])}, and the data is safe {time(v['risk'])} later.")


FIGURE = Figure(
    id="told-and-safe",
    title="Told, and safe",
    caption="One synchronous write under three settings, from the program's call. Ring: the program is told that the data "
            "is safe. Square: it is. In the pale stretch a power failure takes what was acknowledged.",
    params={
        "size": Number("Write size", 8 * KiB, 512, 64 * KiB, unit="KiB", stops=SIZES[:-1],
                       help="How much the program writes at a time."),
        "spindle": Number("Spindle", BOX["speed"], 4200 * rpm, 15000 * rpm, unit="rpm", step=100 * rpm,
                          help="How fast the platter turns."),
        "cpu": Number("ZFS, time a write", BOX["host"], 0.0, 4 * ms, unit="µs",
                      stops=tuple(n * us for n in (0, 20, 67, 200, 500, 1000, 2000, 4000)),
                      help="Time in the file system for each synchronous write."),
    },
    presets={
        "as measured": Preset(help="8 KiB writes, 7,200 rpm"),
        "a slow computer": Preset({"cpu": 4 * ms}),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
    },
    run=run,
    panels=[
        panel(
            [
                mark("barX", {"row": "span"}, x1="start", x2="finish", y="setting", fill="what", tip=True),
                mark("dot", {"row": "told"}, x="t", y="setting", r=9, stroke="currentColor", strokeWidth=2),
                mark("dot", {"row": "safe"}, x="t", y="setting", r=5, symbol="square", fill="currentColor"),
            ],
            {"x": {"label": "time since the program's call", "unit": "ms", "zero": True, "grid": True},
             "y": {"label": None, "domain": list(SETTINGS)},
             "color": {"domain": [*SPANS, LATE], "legend": True,
                       "range": ["var(--wtg-2)", "var(--wtg-3)", "var(--wtg-accent)", "var(--wtg-1)", "var(--wtg-line)"]}},
            height=220,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "the explanation of the write rate"),
)
