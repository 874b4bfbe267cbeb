"""One disk that answers early and one that answers when the data is safe, with their platters turning."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, NamedTuple

from figures.define.figure import Figure, Number, Preset, Rows, cite, platters
from figures.kit.followed import access_rows, machine_rows
from figures.kit.rows import of
from figures.kit.stops import powers
from figures.kit.words import count
from models.catalogue.machines import values as constants
from models.devices.hdd import HardDisk
from models.machine import Local
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.sim.path import Access
from models.units import KiB, rpm

BOX = constants("freebsd-box")
TURNS = 5
RINGS, INNERMOST = 0.19, 0.95
"""How far apart the picture draws two tracks that are written one after the other, at most, and where the last one lies
at most, as shares of the way to the hub."""
EARLY, SAFE = "Answers at once", "Answers when safe"
WAYS = {"early": (EARLY, {}), "safe": (SAFE, {"write_cache": "off"})}


class Pass(NamedTuple):
    """Bytes that pass the head on one track: from when to when (s), and which."""

    access: Access
    offset: int
    size: int


class WatchedDisk(HardDisk):
    """A disk that records what is written to its platters."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.passes: list[Pass] = []

    def access(self, now: float, offset: int, size: int, write: bool, place: Any = None) -> float:
        """Access the platters. Record a pass for each track that is written. Return when it ends (s)."""
        finish = super().access(now, offset, size, write, place)
        began, there, reached, _ = self.last
        while write and size:
            _, _, left, track = self.geometry.fields(offset)
            part = min(size, left)
            end = reached + part / track * self.turn
            self.passes.append(Pass(Access(began, there, reached, end, 0, self.turn), offset, part))
            offset, size = offset + part, size - part
            began, there, reached = end, end + self.next_track, end + self.next_track
        return finish

    def safe(self, end: int) -> float:
        """Return when the bytes before offset `end` are on the platters, if all were written in order (s); inf
        if that is not recorded."""
        n = bisect_left(self.passes, end, key=lambda each: each.offset + each.size)
        if n == len(self.passes):
            return float("inf")
        access, offset, size = self.passes[n]
        return access.reached + (end - offset) / size * (access.finish - access.reached)


def run(spindle: float, size: float, seed: int) -> Iterator[Rows]:
    """Yield the rows of two machines (schemas/scene.schema.json), of their writes and accesses, and a
    row for each: way, answered, lost (writes at the end), rate (answers a second)."""
    for way, (title, settings) in WAYS.items():
        order = FREEBSD_BOX.order(filesystem="raw", speed=spindle, **settings)
        machine = Machine(order.bare(), seed, commands=True, in_order=WatchedDisk)
        disk, until = machine.disk, TURNS / spindle
        machine.start(Local(1, int(size)))
        machine.loop.run(until=3 * until)
        disk.advance(3 * until)
        asked = [each for each in disk.trace if each.issued < until]
        ends = [disk.safe(each.offset + each.size) for each in asked]
        answered = [end for each, end in zip(asked, ends, strict=True) if each.finish <= until]
        yield [
            *machine_rows(way, title, until),
            *tracks(way, disk, max(ends)),
            *(
                {"row": "request", "place": way, "request": n, "name": f"write {n}", "op": "write"}
                | {
                    "begun": each.issued,
                    "told": each.finish,
                    "safe": end,
                }
                for n, (each, end) in enumerate(zip(asked, ends, strict=True), start=1)
            ),
            {
                "row": "way",
                "way": way,
                "answered": len(answered),
                "lost": sum(end > until for end in answered),
                "rate": len(answered) / until,
            },
        ]


def tracks(way: str, disk: WatchedDisk, until: float) -> Rows:
    """Return the rows of the accesses of a disk until all is safe at `until` (s), the passes of one track together."""
    merged = list[Pass]()
    for each in disk.passes:
        last = merged[-1] if merged else None
        if each.access.reached >= until:
            break
        if (
            last
            and last.offset + last.size == each.offset
            and each.access.reached - last.access.finish < 1e-6
        ):
            access = last.access._replace(finish=each.access.finish)
            merged[-1] = Pass(access, last.offset, last.size + each.size)
        else:
            merged.append(each)
    rings = list[int]()
    for each in merged:
        _, _, left, track = disk.geometry.fields(each.offset)
        rings.append(max(0, *rings[-1:], round((each.offset - (track - left)) / track)))
    apart = min(RINGS, INNERMOST / max(1, *rings))
    rows = [each.access._replace(radius=n * apart) for each, n in zip(merged, rings, strict=True)]
    return access_rows(way, rows, 0)


def values(rows: Rows) -> dict[str, float]:
    return {
        f"{row['way']}_{name}": row[name]
        for row in of(rows, "way")
        for name in ("answered", "lost", "rate")
    }


def describe(rows: Rows) -> str:
    v = values(rows)
    return (
        f"In {TURNS} turns one disk answers {count(v['early_answered'])} writes from its memory; if the power fails then, "
        f"{count(v['early_lost'])} of them are lost. The other answers {count(v['safe_answered'])}, and loses none."
    )


FIGURE = Figure(
    id="two-promises",
    title="The same disk, two promises",
    caption="Both platters turn clockwise; the arm comes from the right. Green: data that is on the platter. Orange: the place "
    "of writes that were answered and lie in memory. Grey: the place of a write that was not answered. Tracks are drawn further apart than they are.",
    params={
        "spindle": Number(
            "Spindle",
            BOX["pool.disks.speed"],
            4200 * rpm,
            15000 * rpm,
            unit="rpm",
            step=100 * rpm,
            help="How fast the platters turn.",
        ),
        "size": Number(
            "Write size",
            8 * KiB,
            8 * KiB,
            256 * KiB,
            unit="KiB",
            stops=powers(8 * KiB, 256 * KiB),
            help="How much the program writes at a time.",
        ),
    },
    presets={
        "as in 2010": Preset(help="7,200 rpm, 8 KiB"),
        "15,000 rpm": Preset({"spindle": 15000 * rpm}),
        "writes of 128 KiB": Preset({"size": 128 * KiB}),
    },
    run=run,
    panels=[platters()],
    describe=describe,
    values=values,
    source=cite("varadarajan2010zfs", "the explanation of the write rate"),
)
