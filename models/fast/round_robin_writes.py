"""One NFS client, one thread, synchronous, on the disks of a pool in turn: the icy lake, where each
disk draws a line.

Each write goes to the next vdev, behind that vdev's last one, and waits until every column of it is
on its platter. Then the thread takes a moment and writes the next. That is `Nfs(1, 1, size)` on a
machine without log devices; it is written flat because one map takes tens of thousands of writes,
and a test holds it to the machine, write by write. Pool, cables, disks and times are the machine's.
A disk goes on along its track here, and does all else itself. Transaction groups are left out: the
machine should be ordered so that none goes out meanwhile.
"""

from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.devices.positioning import ALMOST_A_TURN
from models.sim.loop import Process
from models.units import ms, sector

SPREAD: float = values("7410")["nfs.spread"]
Write = tuple[float, float, int, int, float]
"""start (s), latency (s), vdev and disk of it (both from 0) of the spindle that decided, and the share of a turn by which
its sector was still away from the head when the write arrived."""
SETTLED = 3
"""Writes after which the log's blocks have the size that they will have."""


class Head:
    """A disk of the machine. state: where the track under the head begins and ends (bytes), the
    angle that byte 0 would have on it less the disk's own at time zero (turns), turns a byte, turns
    a second, seconds a turn; when the platter is free (s), and the byte behind the last one
    written."""

    def __init__(self, device: Any, vdev: int, number: int):
        self.disk: Any = getattr(device, "device", device)
        self.cable = getattr(device, "cable", None)
        self.vdev, self.number = vdev, number
        self.state = [
            0,
            0,
            0.0,
            0.0,
            1 / self.disk.turn,
            self.disk.turn,
            self.disk.platter_free,
            self.disk.after,
        ]

    def access(self, came: float, offset: int, size: int) -> tuple[float, float, float]:
        """The disk's own access: when it ends (s), seconds of it that data passes, turns for which
        it had to wait."""
        disk, state = self.disk, self.state
        disk.after = state[7]
        end = disk.access(came, offset, size, True)
        last = offset + size - 1
        place = disk.geometry.place(last)
        begin = last - (place.track - place.left)
        state[:4] = (
            begin,
            begin + place.track,
            place.angle - last / place.track - disk.phase,
            1 / place.track,
        )
        return end, end - disk.last[2], (disk.last[2] - disk.last[1]) / disk.turn


class Spent(NamedTuple):
    """Seconds of the thread's time."""

    client: float  # and network
    server: float  # its processor
    drive: float  # electronics and cable
    rotation: float  # until the sector comes round
    transfer: float  # while data goes to the platter


class RoundRobinWrites:
    """Writes of `size` bytes on `machine`. turnaround, spread: as for `Machine.client`. before:
    others have written up to so many bytes to each vdev, so that the log is at another place on
    each.

    vdevs: the disks of each; spec: their data sheet. column: bytes that a write puts on a disk.
    count: writes so far, in the time (s) from `begun` to `now`.
    """

    def __init__(
        self,
        machine: Any,
        size: int,
        turnaround: float | None = None,
        spread: float = SPREAD,
        before: int = 0,
    ):
        order, pool, server, log = machine.order, machine.pool, machine.server, machine.log
        assert order.flushes and not (pool.logs or server.nic or server.loaded or log.trains)
        self.machine, self.size, self.random = machine, size, machine.random
        for space in pool.main.spaces if before else ():
            space.take(int(self.random.random() * before / sector) * sector)
        self.client = machine.client(turnaround, spread, size)
        self.now = 0.0
        machine.loop.spawn(self.settle(), at=self.random.random() * ms / 10)
        while not self.now:
            machine.loop.run(until=machine.loop.now + ms)
        self.begun = self.now
        blocks = [block for block, _ in log.taken([size])]
        self.block, self.many = (
            blocks[0],
            len(blocks),
        )  # bytes of a log block, and how many of them a write takes
        self.pool = pool.vdevs
        self.heads = [
            [Head(device, v, n) for n, device in enumerate(vdev.devices)]
            for v, vdev in enumerate(self.pool)
        ]
        self.vdevs, self.spec = [[head.disk for head in heads] for heads in self.heads], order.drive
        self.places = [space.cursor for space in pool.main.spaces]
        self.next = (self.pool.index(log.last) + 1) % len(self.pool)
        self.column = max(
            column.size for column in self.pool[0].columns(self.places[0], self.block)
        )
        self.ways: dict[tuple[int, ...], Any] = {}
        self.count, self.worked, self.rotation, self.transfer, self.told = 0, 0.0, 0.0, 0.0, 0.0
        self.watched: Head | None = None
        self.seen: list[tuple[float, float]] = []

    def settle(self) -> Process:
        for number in range(SETTLED):
            yield self.client.pause()
            yield from self.machine.server.write(self.size, offset=number * self.size)
        self.now = self.machine.loop.now

    def watch(self, vdev: int, number: int) -> None:
        """From now on note in `seen`, for every write to this disk (numbers from 0), its start (s)
        and how far its sector was away (turns), whether or not the disk decides."""
        self.watched, self.seen = self.heads[vdev][number], []

    def way(self, first: int, within: tuple[int, ...]) -> tuple[list[Any], float]:
        """What a write does that begins with vdev number `first`: for each column its head, the
        head's state, the number of its vdev, bytes behind the place there, bytes of it, and seconds
        until the disk has it; and seconds until all disks have. within: of each vdev the bytes by
        which the place is into a row of its disks."""
        columns, crossed, free, told = [], dict[int, float](), dict[int, float](), 0.0
        for n, place in enumerate(within):
            number, again = (first + n) % len(self.pool), n // len(self.pool)
            vdev = self.pool[number]
            for column in vdev.columns(place + again * vdev.allocated(self.block), self.block):
                head = self.heads[number][column.device]
                disk, here, size = head.disk, 0.0, column.size
                if head.cable is not None:
                    here = crossed[id(head.cable)] = (
                        crossed.get(id(head.cable), 0.0) + size / head.cable.rate
                    )
                here = (
                    max(here, free.get(id(disk), 0.0))
                    + disk.spec.command
                    + size / disk.spec.interface_rate
                )
                free[id(disk)] = here
                told = max(told, here)
                columns.append((head, head.state, number, column.offset, size, here))
        return columns, told

    def writes(self, until: float) -> list[Write]:
        """All writes, in order, that are not given out yet and follow an answer before `until` (s)."""
        client, server, places, count, many = (
            self.client,
            self.machine.server,
            self.places,
            len(self.pool),
            self.many,
        )
        rows = [
            (len(vdev.devices), vdev.sector) if hasattr(vdev, "parity") else (1, 1)
            for vdev in self.pool
        ]
        takes = [vdev.allocated(self.block) for vdev in self.pool]
        spec, draw, ways = self.spec, self.random.random, self.ways
        least, varies = (
            client.turnaround * (1 - client.spread),
            2 * client.turnaround * client.spread,
        )
        network, host = server.network, self.machine.zfs.host + self.size * server.copy
        work, works = server.write_time * (1 - server.spread), 2 * server.write_time * server.spread
        now, v, watched, out = self.now, self.next, self.watched, list[Write]()
        worked, rotation, transfer, told_all = self.worked, self.rotation, self.transfer, self.told
        while now < until:
            start = now + (least + varies * draw() if varies else least) + network
            busy = (work + works * draw() if works else work) + host
            asked = start + busy
            touched = [(v + n) % count for n in range(many)] if many > 1 else [v]
            within = tuple([places[n] % (rows[n][0] * rows[n][1]) for n in touched])
            way = ways.get((v, *within))
            if way is None:
                way = ways[v, *within] = self.way(v, within)
            columns, told = way
            safe = away = wrote = 0.0
            for head, state, number, behind, size, late in columns:
                begin, end, base, each, speed, turn, free, _ = state
                width, step = rows[number]
                offset = places[number] // (width * step) * step + behind
                came = asked + late if asked + late > free else free
                if begin <= offset and offset + size <= end:
                    gap = (base + offset * each - came * speed) % 1.0
                    if gap > ALMOST_A_TURN:
                        gap = 0.0
                    taken = size * each * turn
                    state[6] = finish = came + gap * turn + taken
                else:
                    finish, taken, gap = head.access(came, offset, size)
                    state[6] = finish
                state[7] = offset + size
                if finish > safe:
                    safe, decided, away, wrote = finish, head, gap, taken
                if head is watched:
                    self.seen.append((start, gap))
            for n in touched:
                places[n] += takes[n]
            waits = safe - asked - told
            rotation += waits - wrote
            transfer += wrote
            told_all += told
            worked += busy
            safe = (safe if waits > spec.command else asked + told + spec.command) + spec.flush
            out.append((start, safe - start, decided.vdev, decided.number, away))
            now = safe
            v = (v + many) % count
        self.now, self.next, self.worked, self.rotation, self.transfer = (
            now,
            v,
            worked,
            rotation,
            transfer,
        )
        self.told = told_all
        self.count += len(out)
        return out

    @property
    def time(self) -> float:
        """Seconds since the first of these writes could begin."""
        return self.now - self.begun

    def spent(self) -> Spent:
        """Where the thread's time went so far (s); of what goes on at once, what ends last."""
        drive = self.told + self.count * self.spec.flush
        return Spent(
            max(0.0, self.time - self.worked - drive - self.rotation - self.transfer),
            self.worked,
            drive,
            self.rotation,
            self.transfer,
        )
