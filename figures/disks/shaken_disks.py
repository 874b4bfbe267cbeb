"""Disks that vibrate for a few seconds: bursts of very long writes above an ordinary cloud of
latencies."""

from collections.abc import Iterator
from dataclasses import replace
from math import fsum

from figures.define.figure import Figure, Number, Preset, Rows, cite, mark, panel, target
from figures.kit.heat import AXIS, LOG_KINDS, PALETTE, Maps, heat_panels
from figures.kit.heat_map import linear_edges, log_edges
from figures.kit.rows import of, one
from figures.kit.words import rate, time
from models.catalogue.machines import values as constants
from models.devices.vibration import Shaking
from models.machine import SUN_7410, Local, Machine
from models.sim.stats import percentile
from models.units import MB, MiB, ms, rpm

SUN = constants("7410")
COLUMNS, BINS = 120, 48
DISKS, GATHERS = 24, 0.1
"""Number of disks; time (s) between transaction groups while the disks keep up."""


def run(
    shaken: int,
    chance: float,
    begin: float,
    length: float,
    write: float,
    held: float,
    speed: float,
    seconds: float,
    seed: int,
) -> Iterator[Rows]:
    """Yield rows: cell and linear (t1, t2, low, high, n: for the logarithmic and the linear axis),
    rate (t, end, moved: bytes/s), sum. Times are in s."""
    order = SUN_7410.order(
        pool={"layout": "stripe", "vdevs": DISKS, "jbods": 0},
        write_cache="off",
        speed=speed,
        groups={"interval": GATHERS, "throttle": "limit", "limit": int(held)},
    )
    machine, width = Machine(order.bare(), seed, commands=True), seconds / COLUMNS
    for disk in machine.disks[:shaken]:
        Shaking(begin, length, chance).shake(disk, machine.random)
    machine.start(Local(size=MiB, o_sync=False, think=MiB / write))
    heat = Maps(
        width, {"log": log_edges(1 * ms, 4.0, BINS), "linear": linear_edges(2.0, BINS)}, LOG_KINDS
    )
    moved = [0] * (COLUMNS + 1)
    calm: list[float] = []
    shaking: list[float] = []
    others: list[float] = []
    yield heat.frames(0.0, seconds)
    for column in range(COLUMNS):
        t, end = column * width, (column + 1) * width
        machine.loop.run(until=end)
        for number, disk in enumerate(machine.disks):
            for request in disk.trace:
                finish, taken = request.finish, request.finish - request.issued
                if not request.size or finish >= seconds:
                    continue
                heat.add(finish, taken)
                moved[int(finish / width)] += request.size
                (
                    shaking if number < shaken and begin <= finish < begin + length + 1 else calm
                ).append(taken)
                if number >= shaken:
                    others.append(taken)
            disk.trace.clear()
        yield [
            *heat.columns(end),
            {"row": "rate", "t": t, "end": end, "moved": moved[column] / width},
        ]
    yield [
        *heat.rest(),
        {
            "row": "sum",
            "normal": percentile(calm, 0.99),
            "median": percentile(calm, 0.5),
            "worst": max([*calm, *shaking]),
            "slow": sum(taken > 0.1 for taken in [*calm, *shaking]),
            "count": len(calm) + len(shaking),
            "others": percentile(others, 0.99) if others else 0.0,
            "shaken": shaken,
            "begin": begin,
            "end": begin + length,
        },
    ]


def rates(rows: Rows, during: bool) -> list[float]:
    """Return the rate (bytes/s) of each column during the vibration, or of each column well before
    it."""
    s = one(rows, "sum")
    return [
        row["moved"]
        for row in of(rows, "rate")
        if (
            s["begin"] <= row["t"] and row["end"] <= s["end"]
            if during
            else row["t"] > 0.5 and row["end"] < s["begin"]
        )
    ]


def bursts(rows: Rows) -> bool:
    """Return whether a few operations within a short time take ten times as long as nearly all
    others, which occur throughout the map."""
    found = of(rows, "cell")
    count = sum(row["n"] for row in found)
    if not count:
        return False
    heights: dict[float, int] = {}
    seen = 0
    for row in found:
        heights[row["low"]] = heights.get(row["low"], 0) + row["n"]
    cloud = 0.0
    for low in sorted(heights):
        seen += heights[low]
        if seen >= 0.95 * count:
            cloud = max(row["high"] for row in found if row["low"] == low)
            break
    far = [row for row in found if row["low"] >= 10 * cloud]
    if not far:
        return False
    end = max(row["t2"] for row in rows if row["row"] in ("cell", "frame"))
    always = len({row["t1"] for row in found if row["high"] <= cloud}) * max(
        row["t2"] - row["t1"] for row in found
    )
    return bool(
        always > 0.7 * end
        and max(row["t2"] for row in far) - min(row["t1"] for row in far) < 0.4 * end
    )


def values(rows: Rows) -> dict[str, float]:
    s = one(rows, "sum")
    before, during = rates(rows, False), rates(rows, True)
    return {
        **{
            name: float(s[name])
            for name in ("normal", "median", "worst", "others", "slow", "shaken")
        },
        "share": s["slow"] / s["count"],
        "before": percentile(before, 0.5) if before else 0.0,
        "during": fsum(during) / len(during) if during else 0.0,
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    shaken = (
        f"all {DISKS} disks are"
        if v["shaken"] == DISKS
        else (f"{v['shaken']:.0f} of {DISKS} disks {'is' if v['shaken'] == 1 else 'are'}")
    )
    if not v["shaken"]:
        return f"The disks write {rate(v['before'])}. The longest write takes {time(v['worst'])}."
    return (
        f"The disks write {rate(v['before'])} before, and {rate(v['during'])} while {shaken} shaken. The longest write "
        f"takes {time(v['worst'])}. Of all writes {v['share']:.1%} take more than 100 ms."
    )


TIME = {"label": "time", "unit": "s"}

FIGURE = Figure(
    id="shaken-disks",
    title="Somebody shakes the disks",
    caption="A stream of writes to 24 disks. For a few seconds some of the disks vibrate, lose their track, and must wait a "
    "whole turn for each new try. Boxes: how long a disk took over each write. Bars: what all disks write together.",
    params={
        "shaken": Number(
            "Disks shaken", 6, 0, DISKS, whole=True, help=f"Number of disks shaken, of {DISKS}."
        ),
        "chance": Number(
            "A try fails",
            0.9,
            0.0,
            0.98,
            unit="%",
            step=0.02,
            help="How hard the disks are shaken: the chance that an attempt to write fails.",
        ),
        "length": Number(
            "Lasts", 3.0, 0.5, 10.0, unit="s", step=0.5, help="How long the shaking lasts."
        ),
        "begin": Number(
            "Begins at",
            6.0,
            1.0,
            20.0,
            unit="s",
            step=0.5,
            more=True,
            help="When the shaking begins.",
        ),
        "write": Number(
            "Clients send",
            200 * MB,
            50 * MB,
            400 * MB,
            unit="MB/s",
            step=10 * MB,
            more=True,
            help="Rate at which clients would write if the disks kept up.",
        ),
        "held": Number(
            "Server holds",
            100 * MB,
            20 * MB,
            400 * MB,
            unit="MB",
            step=20 * MB,
            more=True,
            help="How much data may wait in the server's memory. When that is full, the clients wait.",
        ),
        "speed": Number(
            "Spindle",
            SUN["pool.disks.speed"],
            5400 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            more=True,
            help="How fast the platters turn.",
        ),
        "seconds": Number(
            "Time shown",
            16.0,
            5.0,
            40.0,
            unit="s",
            step=1.0,
            more=True,
            help="How much time the picture covers.",
        ),
        "axis": replace(AXIS, default="log"),
        "palette": PALETTE,
    },
    presets={
        "six of 24 disks": Preset(help="for three seconds"),
        "one disk of 24": Preset({"shaken": 1}),
        "all 24 disks": Preset({"shaken": DISKS}),
        "on a linear axis": Preset({"axis": "linear"}),
        "left in peace": Preset({"shaken": 0}),
        "a slight tremor": Preset({"chance": 0.3, "shaken": DISKS, "length": 10.0}),
    },
    run=run,
    panels=[
        *heat_panels(LOG_KINDS, TIME, "latency at the disks", "writes", height=268),
        panel(
            [
                mark(
                    "rect",
                    {"row": "rate"},
                    x1="t",
                    x2="end",
                    y1=0,
                    y2="moved",
                    fill="var(--wtg-1)",
                    fillOpacity=0.55,
                ),
                mark("ruleY", data=[0]),
            ],
            {"x": TIME, "y": {"label": "disks write", "unit": "MiB/s", "grid": True, "ticks": 3}},
            height=130,
        ),
    ],
    describe=describe,
    values=values,
    source=cite("gregg2010visualizing", "figure 9"),
    reproduces=["acmq-fig9-high-latency"],
    targets=[target("acmq9-pattern", bursts)],
)
