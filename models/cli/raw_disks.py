"""The disks of a machine as one range of bytes, without file system, log or network.

Requests are issued at their times, whether or not earlier ones are answered."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial

from models.check import seeded
from models.devices.device import Command
from models.devices.drive_spec import DriveSpec
from models.devices.queued_disk import QueuedDisk, sptf
from models.machine.boxes import Boxes
from models.machine.order import FREEBSD_BOX, ORDERS
from models.sim.answer import Answer, latest, then
from models.sim.loop import Event, Loop
from models.units import KiB, sector
from models.zfs.pool.vdev import Vdev

STRIPE, PAIRS = 128 * KiB, 22
"""Bytes on each mirrored pair of the 7410 before the next, and the number of pairs."""
SERVES = {
    "freebsd-box": "one disk, first come, first served",
    "enterprise-disk": "one disk with a queue, the shortest positioning time first",
    "7410": f"{PAIRS} mirrored pairs, {STRIPE // KiB} KiB of the range of bytes on each in turn, no log devices",
    "7110": "one disk with a queue, the shortest positioning time first",
    "server-today": "one disk with a queue, the shortest positioning time first",
}
"""The machines with disks, and how the disks serve requests."""
DRIVE = {f"pool.disks.{one.name}" for one in fields(DriveSpec)}
QUEUED = {"pool.disks.depth", "pool.disks.ageing"}
FURTHER = {
    "enterprise-disk": QUEUED,
    "7110": QUEUED,
    "server-today": QUEUED,
    "7410": {"pool.cable_rate", "pool.disks.speed_error"},
}
"""Settings with an effect, besides those of a drive's data sheet."""
Issue = tuple[float, str, int, int]
"""A request: its time (s), read, write or flush, offset and size (bytes)."""


class Striped:
    """Vdevs that share one range of bytes, `unit` bytes on each in turn.

    A request takes one I/O of whole sectors on each vdev that it touches, and ends with the last of
    them. Each vdev serves its I/Os in order of arrival. A flush goes to all vdevs."""

    def __init__(self, loop: Loop, vdevs: Sequence[Vdev], unit: int):
        self.loop, self.vdevs, self.unit = loop, vdevs, unit
        self.capacity = min(vdev.capacity for vdev in vdevs) // unit * unit * len(vdevs)

    def finishes(self, issues: Iterable[Issue]) -> list[float]:
        """Return when each request is answered (s)."""
        loop, ends = self.loop, list[float]()

        def note(number: int) -> None:
            ends[number] = loop.now

        for number, (now, op, offset, size) in enumerate(issues):
            loop.run(until=now)
            answer = (
                latest([vdev.flush(now) for vdev in self.vdevs])
                if op == "flush"
                else self.serve(now, op, offset, size)
            )
            ends.append(now if isinstance(answer, Event) else answer)
            if isinstance(answer, Event):
                then(answer, partial(note, number))
        loop.run()
        return ends

    def serve(self, now: float, op: str, offset: int, size: int) -> Answer:
        """Return the answer to a read or write issued at `now` (s)."""
        begin, end = offset // sector * sector, -(-(offset + size) // sector) * sector
        first, last, answers = begin // self.unit, (end - 1) // self.unit, list[Answer]()
        for stripe in range(first, min(last, first + len(self.vdevs) - 1) + 1):
            number = stripe % len(self.vdevs)
            vdev, start = self.vdevs[number], self.before(begin, number)
            length = self.before(end, number) - start
            answers.append((vdev.write if op == "write" else vdev.read)(now, start, length))
        return latest(answers)

    def before(self, offset: int, number: int) -> int:
        """Return how many of the bytes before `offset` are on the vdev with this number."""
        rounds, rest = divmod(offset, self.unit * len(self.vdevs))
        return rounds * self.unit + min(max(rest - number * self.unit, 0), self.unit)


class Queued:
    """A disk that chooses among the requests in its queue.

    Requests beyond its depth wait at the host in order of arrival. A flush is not queued (SATA): it
    waits for all earlier requests, and all later ones wait for it."""

    def __init__(self, disk: QueuedDisk):
        self.disk, self.capacity = disk, disk.spec.capacity // sector * sector

    def finishes(self, issues: Iterable[Issue]) -> list[float]:
        """Return when each request is answered (s)."""
        disk = self.disk
        found: list[float] = []
        under_way: dict[Command, int] = {}
        turn = 0.0  # when the host has sent the earlier requests to the disk (s)
        for number, (now, op, offset, size) in enumerate(issues):
            turn = max(now, turn)
            while under_way and (op == "flush" or len(under_way) == disk.depth or disk.due < turn):
                waits = op == "flush" or len(under_way) == disk.depth
                for command in disk.step():
                    found[under_way.pop(command)] = command.finish
                    turn = max(turn, command.finish) if waits else turn
            if op == "flush":
                turn = disk.drain(turn + disk.spec.command) + disk.spec.flush
            else:
                begin, end = offset // sector * sector, -(-(offset + size) // sector) * sector
                under_way[disk.submit(turn, op, begin, end - begin)] = number
            found.append(turn)
        while under_way:
            for command in disk.step():
                found[under_way.pop(command)] = command.finish
        return found


def raw_machine(
    name: str, changed: Mapping[str, object] | None = None, seed: int = 1
) -> Striped | Queued:
    """Return the disks of a machine, with their write caches on. Raise ValueError if it has none.

    changed: constants with another value, in SI units. Another speed turns the same tracks faster;
    `media_rate` holds at that speed. Constants of other parts have no effect. seed: of the angles at
    which the platters start."""
    if name not in SERVES:
        raise ValueError(f"machine must be one with disks, {', '.join(SERVES)}, got {name}")
    acting = {
        path: value
        for path, value in (changed or {}).items()
        if path in DRIVE or path in FURTHER.get(name, ())
    }
    queued = FURTHER.get(name) == QUEUED
    base = FREEBSD_BOX.order(disks={"model": name}) if queued else ORDERS[name]
    pairs = name == "7410"
    pool = {"layout": "mirror", "vdevs": PAIRS} if pairs else {"layout": "stripe", "vdevs": 1}
    order = base.order(acting, pool=pool)
    spec, disks = order.drive, order.pool.disks
    if queued:
        phase = seeded(seed).random()
        rule = sptf(disks.ageing)
        return Queued(QueuedDisk(spec, rule, depth=disks.depth, read_ahead=True, phase=phase))
    boxes = Boxes(Loop(), order.bare(), seeded(seed), False)
    return Striped(boxes.loop, boxes.vdevs(), STRIPE if pairs else sector)
