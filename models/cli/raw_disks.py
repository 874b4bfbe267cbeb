"""Disks as one raw range of bytes, to which requests come in order of time, whether or not those before are answered."""
from collections.abc import Iterable, Sequence
from functools import partial

from models.devices.device import Command
from models.devices.queued_disk import QueuedDisk
from models.sim.answer import Answer, latest, then
from models.sim.loop import Event, Loop
from models.units import sector
from models.zfs.pool.vdev import Vdev

Issue = tuple[float, str, int, int]
"""When a request is issued (s); read, write or flush; offset and size (bytes)."""


class Striped:
    """vdevs behind one range of bytes: `unit` bytes on the first, as many on the second, and so on, round and round.

    A request takes one I/O on each vdev that it touches, of whole sectors, and ends with the last of them; each vdev
    serves first come, first served. A flush is for all.
    """

    def __init__(self, loop: Loop, vdevs: Sequence[Vdev], unit: int):
        self.loop, self.vdevs, self.unit = loop, vdevs, unit
        self.capacity = min(vdev.capacity for vdev in vdevs) // unit * unit * len(vdevs)

    def finishes(self, issues: Iterable[Issue]) -> list[float]:
        loop, ends = self.loop, list[float]()

        def note(number: int) -> None:
            ends[number] = loop.now
        for number, (now, op, offset, size) in enumerate(issues):
            loop.run(until=now)
            answer = latest([vdev.flush(now) for vdev in self.vdevs]) if op == "flush" else self.serve(now, op, offset, size)
            ends.append(now if isinstance(answer, Event) else answer)
            if isinstance(answer, Event):
                then(answer, partial(note, number))
        loop.run()
        return ends

    def serve(self, now: float, op: str, offset: int, size: int) -> Answer:
        """When a read or write issued `now` (s) is answered."""
        begin, end = offset // sector * sector, -(-(offset + size) // sector) * sector
        first, last, answers = begin // self.unit, (end - 1) // self.unit, list[Answer]()
        for stripe in range(first, min(last, first + len(self.vdevs) - 1) + 1):
            number = stripe % len(self.vdevs)
            vdev, start = self.vdevs[number], self.before(begin, number)
            answers.append((vdev.write if op == "write" else vdev.read)(now, start, self.before(end, number) - start))
        return latest(answers)

    def before(self, offset: int, number: int) -> int:
        """How many of the bytes before `offset` lie on the vdev with this number."""
        rounds, rest = divmod(offset, self.unit * len(self.vdevs))
        return rounds * self.unit + min(max(rest - number * self.unit, 0), self.unit)


class Queued:
    """A disk that chooses among the requests in its queue; those beyond its depth wait at the host in order of arrival.

    A flush is not queued (SATA): it waits for all before it, and all behind it wait for it.
    """

    def __init__(self, disk: QueuedDisk):
        self.disk, self.capacity = disk, disk.spec.capacity // sector * sector

    def finishes(self, issues: Iterable[Issue]) -> list[float]:
        disk = self.disk
        found: list[float] = []
        under_way: dict[Command, int] = {}
        turn = 0.0                           # when the host has handed on what came before (s)
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
