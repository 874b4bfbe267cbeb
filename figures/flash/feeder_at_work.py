"""The feeder of a flash cache at work: what it copies before memory gives it up, and what it misses."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from figures.define.figure import (
    Choice,
    Figure,
    Number,
    Preset,
    Row,
    Rows,
    cite,
    frame,
    mark,
    panel,
)
from figures.flash.flash_feeding import NAMES
from figures.kit.rows import one
from figures.kit.sampling import caches
from models.catalogue.machines import values as constants
from models.machine import Machine
from models.units import MB, KiB, MiB
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.l2arc import Hybrid

SUN, TODAY = constants("7410"), constants("server-today")
BLOCK, PART = 8 * KiB, 512
TILE = PART * BLOCK
"""Bytes of a square in the picture: one block is simulated, and stands for 512. The caches are as much smaller."""
HELD, SHOWN = 96, 16
"""Blocks that memory holds, and those of them in the picture, near the end."""
SECONDS, FRAMES = 6.0, 60
GIVEN = 27 * MiB
"""Bytes a second that memory gives up, as in flash-feeding before its feeder starts."""
WRITES = {
    "2008": 8.0 * MiB,
    "2010": 8.0 * MiB,
    "2015": 8.0 * MiB,
    "today": TODAY["cache.feed.write"],
}
FALL = 0.6
"""Seconds that a block that was given up stays in the picture."""
LOOKS = {
    "in memory only": "color-mix(in srgb, var(--wtg-mute) 45%, var(--wtg-card))",
    "a copy is on flash": "var(--wtg-1)",
    "gone without a copy": "var(--wtg-2)",
}
ONLY, COPIED, GONE = LOOKS
WIDE, LANE = float(SHOWN), 1.6
DEVICES_TOP, BARS_TOP = 4.3, 6.6


class Fallen(NamedTuple):
    """A block that memory gave up: when (s), and whether flash had it."""

    at: float
    copied: bool


def machine(feeder: str, devices: int, rate: float) -> Hybrid:
    """Return caches whose memory is full of blocks that were read once. The feeder has not started."""
    spec = FeedSpec(
        feeder="2010" if feeder == "today" else feeder,
        devices=devices,
        capacity=SUN["cache.flash.capacity"] / PART,
        rate=rate / PART,
        write=WRITES[feeder] / PART,
        boost=0.0,
        segment=2.0 * BLOCK,
    )
    cache = Machine(caches(float(HELD * BLOCK), spec, BLOCK)).cache
    cache.next = 1e9
    for key in range(2 * HELD):
        cache.read(key, BLOCK, 0.001 * key - 1.0)
    cache.given_up = dict.fromkeys(cache.given_up, 0)
    return cache


def run(devices: int, feeder: str, given: float, rate: float, seed: int) -> Iterator[Rows]:
    """Yield rows by frame (s): tile (x1, x2, look), fall (x, y, look), link (x1, x2), device (x1, x2, look, text, x),
    bar (x2, what), and says (text). Then sum. Each read brings a block that nobody has asked for before."""
    count = int(devices)
    cache = machine(feeder, count, rate)
    gap, fallen = TILE / given, list[Fallen]()
    held, key, now = [*range(HELD, 2 * HELD)], 2 * HELD, 0.0
    cache.next = 0.0
    for number in range(FRAMES):
        stamp = round(SECONDS * number / FRAMES, 3)
        before = set(cache.place)
        while now + gap <= stamp:
            now += gap
            leaves, copied = held.pop(0), False
            cache.feed_until(now)
            copied = leaves in cache.place
            cache.read(key, BLOCK, now)
            held.append(key)
            key += 1
            fallen.append(Fallen(now, copied))
        cache.feed_until(stamp)
        fresh = [cache.place[each] for each in cache.place if each not in before]
        yield [
            *tiles(cache, held, stamp, (stamp - now) / gap),
            *falls(fallen, stamp),
            *flash(cache, count, sorted(set(fresh)), stamp),
            *bars(cache, fallen, stamp),
            {"row": "says", "frame": stamp, "text": said(fresh, count)},
        ]
    pace, looks = PART * cache.spec.pace(False), cache.spec.looks * WRITES[feeder]
    if not cache.spec.new:
        yield [{"row": "look", "x1": max(0.0, WIDE - looks / TILE), "x2": WIDE}]
    yield [
        {
            "row": "sum",
            "devices": count,
            "given": given,
            "copied": sum(each.copied for each in fallen) / len(fallen),
            "fed": PART * cache.on_flash / SECONDS,
            "fill": count * SUN["cache.flash.capacity"] / pace,
            "pace": pace,
            "rate": rate,
            "most": WRITES[feeder],
            "looks": looks,
        }
    ]


def tiles(cache: Hybrid, held: list[int], stamp: float, phase: float) -> Iterator[Row]:
    """Yield the blocks near the end of memory, the next to go on the right."""
    for place, block in enumerate(held[: SHOWN + 1]):
        right = WIDE - place + min(1.0, phase) - 1
        look = COPIED if block in cache.place else ONLY
        yield {
            "row": "tile",
            "frame": stamp,
            "x1": round(max(0.0, right + 0.06), 2),
            "x2": round(min(WIDE, right + 0.94), 2),
            "look": look,
        }


def falls(fallen: list[Fallen], stamp: float) -> Iterator[Row]:
    """Yield the blocks that memory gave up a moment ago."""
    for each in fallen[-40:]:
        if stamp - each.at < FALL:
            yield {
                "row": "fall",
                "frame": stamp,
                "x": WIDE + LANE / 2,
                "y": round(2.0 + 4.0 * (stamp - each.at) / FALL, 2),
                "look": COPIED if each.copied else GONE,
            }


def flash(cache: Hybrid, count: int, fresh: list[int], stamp: float) -> Iterator[Row]:
    """Yield the devices, and lines to those that were written since the last frame."""
    pitch = WIDE / count
    wide = min(pitch - 0.4, 4.0)
    for device in range(count):
        middle = round((device + 0.5) * pitch, 2)
        busy = device in fresh
        yield {
            "row": "device",
            "frame": stamp,
            "x1": round(middle - wide / 2, 2),
            "x2": round(middle + wide / 2, 2),
            "x": middle,
            "busy": int(busy),
            "text": f"{PART * cache.stores[device].bytes / MiB:.0f} MiB",
        }
        if busy:
            yield {"row": "link", "frame": stamp, "x1": WIDE - 2.0, "x2": middle}


def bars(cache: Hybrid, fallen: list[Fallen], stamp: float) -> Iterator[Row]:
    """Yield the bytes given up so far, with and without a copy, as bars."""
    for what, copied in ((COPIED, True), (GONE, False)):
        bytes_ = TILE * sum(each.copied == copied for each in fallen)
        top = BARS_TOP + (0.0 if copied else 0.8)
        end = WIDE * bytes_ / (SECONDS * 1.15 * GIVEN)
        yield {
            "row": "bar",
            "frame": stamp,
            "y": top + 0.3,
            "y1": top,
            "y2": top + 0.6,
            "x2": round(min(WIDE, end), 2),
            "look": what,
            "text": f"{bytes_ / MiB:.0f} MiB",
        }


def said(fresh: list[int], count: int) -> str:
    """Return what the feeder has done since the last frame."""
    if not fresh:
        return "The feeder rests."
    names = sorted({each + 1 for each in fresh})
    where = f"device {names[0]}" if len(names) == 1 else f"{len(names)} devices"
    return f"The feeder copies {len(fresh) * TILE / MiB:.0f} MiB to {where}."


def values(rows: Rows) -> dict[str, float]:
    return {name: value for name, value in one(rows, "sum").items() if name != "row"}


def describe(rows: Rows) -> str:
    v = values(rows)
    return f"Memory gives up {v['given'] / MiB:.0f} MiB a second, and the feeder copies {v['fed'] / MiB:.0f} MiB."


def named(x: float, y: float, text: str, **options: Any) -> dict[str, Any]:
    """Return the mark of a text that starts at a place."""
    data = [{"x": x, "y": y, "text": text}]
    look: dict[str, Any] = {"textAnchor": "start", "fill": "currentColor", **options}
    return mark("text", data=data, x="x", y="y", text="text", **look)


def device(busy: int, **style: Any) -> dict[str, Any]:
    """Return the mark of the devices that are busy, or not."""
    where = {"row": "device", "busy": busy}
    at: dict[str, Any] = {"x1": "x1", "x2": "x2", "y1": DEVICES_TOP, "y2": DEVICES_TOP + 1.1}
    return mark("rect", where, **at, inset=0, rx=4, stroke="currentColor", **style)


FIGURE = Figure(
    id="feeder-at-work",
    title="The feeder at work",
    caption="The end of memory: what has not been asked for the longest stands on the right, and goes next. Each square is "
    "4 MiB of blocks. The feeder looks at the squares over the bar. Below: the flash devices, and what memory has "
    "given up since the feeder started.",
    params={
        "devices": Number("Flash devices", 6, 1, 6, whole=True, help="Devices of 100 GB each."),
        "feeder": Choice(
            "Feeder",
            "2008",
            {**NAMES, "today": "OpenZFS today: up to five turns of 32 MiB"},
            help="2008: 8 MiB to one device, then a second's pause. 2010: each second, or five times as often while "
            "there is much to write. 2015 (Oracle): all devices, each as fast as it can.",
            more=True,
        ),
        "given": Number(
            "Given up each second",
            GIVEN,
            4 * MiB,
            2 * GIVEN,
            unit="MiB/s",
            step=1 * MiB,
            more=True,
            help="The bytes that memory evicts each second.",
        ),
        "rate": Number(
            "A device takes",
            SUN["cache.feed.rate"],
            25 * MB,
            800 * MB,
            unit="MB/s",
            stops=tuple(n * MB for n in (25.0, 50, 100, 200, 400, 800)),
            more=True,
            help="The rate at which one device accepts writes.",
        ),
    },
    presets={
        "fed as in 2008": Preset(help="8 MiB about every second, to one device after the other"),
        "one device": Preset({"devices": 1}),
        "OpenZFS today": Preset(
            {"feeder": "today", "rate": 800 * MB},
            "32 MiB, up to five times a second, to NVMe drives",
        ),
        "Oracle, 2015": Preset({"feeder": "2015"}, "each device at its own rate"),
    },
    run=run,
    panels=[
        panel(
            [
                mark("ruleX", data=[0, WIDE + LANE], strokeOpacity=0),
                mark(
                    "rect",
                    data=[{"x1": -0.1, "x2": WIDE + 0.05}],
                    x1="x1",
                    x2="x2",
                    y1=1.45,
                    y2=2.75,
                    inset=0,
                    fill="color-mix(in srgb, var(--wtg-1) 10%, var(--wtg-card))",
                    stroke="currentColor",
                ),
                mark(
                    "rect", {"row": "tile"}, x1="x1", x2="x2", y1=1.6, y2=2.6, fill="look", inset=0
                ),
                named(0.0, 1.1, "memory", fontWeight="bold"),
                named(WIDE, 1.1, "next to go →", textAnchor="end"),
                mark(
                    "ruleY",
                    {"row": "look"},
                    x1="x1",
                    x2="x2",
                    y=2.95,
                    stroke="var(--wtg-5)",
                    strokeWidth=4,
                ),
                mark(
                    "link",
                    {"row": "link"},
                    x1="x1",
                    x2="x2",
                    y1=3.0,
                    y2=DEVICES_TOP,
                    stroke="var(--wtg-accent)",
                    strokeWidth=4,
                ),
                device(0, fill="var(--wtg-card)"),
                device(1, fill="color-mix(in srgb, var(--wtg-accent) 35%, var(--wtg-card))"),
                mark(
                    "text",
                    {"row": "device"},
                    x="x",
                    y=DEVICES_TOP + 0.55,
                    text="text",
                    fill="currentColor",
                ),
                named(0.0, DEVICES_TOP - 0.3, "flash devices", fontWeight="bold"),
                named(0.0, BARS_TOP - 0.3, "given up so far", fontWeight="bold"),
                mark("dot", {"row": "fall"}, x="x", y="y", fill="look", r=8, symbol="square"),
                mark(
                    "rect",
                    {"row": "bar"},
                    x1=0,
                    x2="x2",
                    y1="y1",
                    y2="y2",
                    fill="look",
                    inset=0,
                ),
                mark(
                    "text",
                    {"row": "bar"},
                    x="x2",
                    y="y",
                    text="text",
                    dx=6,
                    textAnchor="start",
                    fill="currentColor",
                ),
                mark(
                    "text",
                    {"row": "says"},
                    frameAnchor="top-left",
                    text="text",
                    fontSize=13,
                    fill="currentColor",
                ),
            ],
            {
                "x": {"axis": None},
                "y": {"axis": None, "domain": [8.4, 0]},
                "color": {"domain": list(LOOKS), "range": list(LOOKS.values()), "legend": True},
            },
            height=380,
            frame=frame("frame", "time", "s", 6, (3.3, 0.0)),
        )
    ],
    describe=describe,
    values=values,
    source=cite("bourbonnais2015l2arc", "Scalable Feeding", "Bourbonnais 2015"),
    chance=False,
)
