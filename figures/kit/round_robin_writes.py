"""Synchronous writes of one NFS thread to the disks of a pool in turn, in a flat loop because a
heat map (the "icy lake", with a line for each disk) takes tens of thousands of them.

Each write goes to the next vdev, after the last write there, and waits until every column is on its
platter. Then the thread pauses and writes again. This is `Nfs(1, 1, size)` on a machine without log
devices, and a test compares them write by write. Pool, cables, disks and times are those of the
machine. The loop computes accesses within a track and leaves all others to the disk. The machine
must not write a transaction group meanwhile.
"""

from typing import Any, NamedTuple

from models.catalogue.machines import values
from models.devices.cable import Cabled
from models.devices.device import Device
from models.devices.hdd import HardDisk
from models.devices.positioning import ALMOST_A_TURN
from models.sim.loop import Process
from models.units import ms, sector
from models.zfs.pool.vdev import Raidz

SPREAD: float = values("7410")["nfs.spread"]
Write = tuple[float, float, int, int, float]
"""Start (s), latency (s), the numbers of the vdev and of its disk that finished last, and the rotational wait of that
disk (turns)."""
SETTLED = 3
"""Number of writes after which the size of the log blocks is constant."""


class WrittenDisk:
    """A disk of the machine, with its position and that of its current track in `state`."""

    def __init__(self, device: Device, vdev: int, number: int):
        disk, cable = device, None
        if isinstance(device, Cabled):
            disk, cable = device.device, device.cable
        assert isinstance(disk, HardDisk)
        self.disk, self.cable, self.vdev, self.number = disk, cable, vdev, number
        # 0, 1: first byte of the track under the head, and the byte after its last one
        # 2: angle of byte 0 on this track, minus the phase of the disk (turns)
        # 3, 4, 5: turns per byte, turns per second, seconds per turn
        # 6, 7: when the platter is free (s), the byte after the last one written
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

    def access(self, arrived: float, offset: int, size: int) -> tuple[float, float, float]:
        """Make an access on the disk and update `state`. Return its end (s), its transfer (s) and
        its rotational wait (turns)."""
        disk, state = self.disk, self.state
        disk.after = int(state[7])
        end = disk.access(arrived, offset, size, True)
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


WrittenColumn = tuple[WrittenDisk, list[float], int, int, int, float]
"""A disk, its `state`, the number of its vdev, the offset on the disk from the start of the current
row (bytes), the size (bytes), and the seconds until the disk has the data."""


class TimeSpent(NamedTuple):
    """The time of the thread by cause (s)."""

    client: float  # client and network
    server: float  # processor of the server
    drive: float  # electronics and cable
    rotation: float  # rotational wait
    transfer: float  # data to the platter


class RoundRobinWrites:
    """A series of writes of `size` bytes on `machine`. Its `vdevs` are lists of disks with the data
    sheet `spec`.

    `column` is the largest number of bytes of a write on one disk, `count` the number of writes
    between `begun` and `now` (s). `turnaround` and `spread` are as in `Machine.client`. The log
    begins at a random offset of up to `before` bytes on each vdev.
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
        blocks = [block for block, _ in log.next_blocks([size])]
        self.block, self.many = blocks[0], len(blocks)  # bytes of a log block, blocks per write
        self.pool = pool.vdevs
        self.heads = [
            [WrittenDisk(device, v, n) for n, device in enumerate(vdev.devices)]
            for v, vdev in enumerate(self.pool)
        ]
        self.vdevs, self.spec = [[head.disk for head in heads] for heads in self.heads], order.drive
        self.places = [space.cursor for space in pool.main.spaces]
        # devices and bytes of a sector of each vdev with parity, and the bytes that a block takes
        self.rows = [
            (len(vdev.devices), vdev.sector) if isinstance(vdev, Raidz) else (1, 1)
            for vdev in self.pool
        ]
        self.takes = [vdev.allocated(self.block) for vdev in self.pool]
        self.next = (self.pool.index(log.last) + 1) % len(self.pool)
        self.column = max(
            column.size for column in self.pool[0].columns(self.places[0], self.block)
        )
        self.columns_by_position: dict[tuple[int, ...], tuple[list[WrittenColumn], float]] = {}
        self.count, self.worked, self.rotation, self.transfer, self.in_cache = 0, 0.0, 0.0, 0.0, 0.0
        self.watched: WrittenDisk | None = None
        self.seen: list[tuple[float, float]] = []

    def settle(self) -> Process:
        """Make the first writes on the machine itself, until the size of the log blocks is constant."""
        for number in range(SETTLED):
            yield self.client.pause()
            yield from self.machine.server.write(self.size, offset=number * self.size)
        self.now = self.machine.loop.now

    def watch(self, vdev: int, number: int) -> None:
        """Record in `seen` the start (s) and the rotational wait (turns) of every write to this disk
        from now on."""
        self.watched, self.seen = self.heads[vdev][number], []

    def columns_of(self, first: int, within: tuple[int, ...]) -> tuple[list[WrittenColumn], float]:
        """Return the columns of a write that starts at vdev `first`, and the seconds until the last
        of them is in its disk. `within` has the position of each vdev within a row of its disks
        (bytes)."""
        columns, crossed, free, in_cache = [], dict[int, float](), dict[int, float](), 0.0
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
                in_cache = max(in_cache, here)
                columns.append((head, head.state, number, column.offset, size, here))
        return columns, in_cache

    def writes(self, until: float) -> list[Write]:
        """Make the next writes and return them. The last is the first whose answer comes at `until`
        (s) or later."""
        client, server, count, many = self.client, self.machine.server, len(self.pool), self.many
        places, rows, takes = self.places, self.rows, self.takes
        spec, draw, columns_by_position = self.spec, self.random.random, self.columns_by_position
        least, varies = (
            client.turnaround * (1 - client.spread),
            2 * client.turnaround * client.spread,
        )
        network, host = server.network, (self.machine.zfs.host or 0.0) + self.size * server.copy
        work, works = server.write_time * (1 - server.spread), 2 * server.write_time * server.spread
        now, v, watched, out = self.now, self.next, self.watched, list[Write]()
        worked, rotation = self.worked, self.rotation
        transfer, all_in_cache = self.transfer, self.in_cache
        while now < until:
            start = now + (least + varies * draw() if varies else least) + network
            busy = (work + works * draw() if works else work) + host
            begun = start + busy
            touched = [(v + n) % count for n in range(many)] if many > 1 else [v]
            within = tuple([places[n] % (rows[n][0] * rows[n][1]) for n in touched])
            written = columns_by_position.get((v, *within))
            if written is None:
                written = columns_by_position[v, *within] = self.columns_of(v, within)
            columns, in_cache = written
            safe = away = wrote = 0.0
            for head, state, number, behind, size, late in columns:
                begin, end, base, each, speed, turn, free, _ = state
                width, step = rows[number]
                offset = places[number] // (width * step) * step + behind
                arrived = begun + late if begun + late > free else free
                if begin <= offset and offset + size <= end:
                    gap = (base + offset * each - arrived * speed) % 1.0
                    if gap > ALMOST_A_TURN:
                        gap = 0.0
                    taken = size * each * turn
                    state[6] = finish = arrived + gap * turn + taken
                else:
                    finish, taken, gap = head.access(arrived, offset, size)
                    state[6] = finish
                state[7] = offset + size
                if finish > safe:
                    safe, decided, away, wrote = finish, head, gap, taken
                if head is watched:
                    self.seen.append((start, gap))
            for n in touched:
                places[n] += takes[n]
            waits = safe - begun - in_cache
            rotation += waits - wrote
            transfer += wrote
            all_in_cache += in_cache
            worked += busy
            safe = (safe if waits > spec.command else begun + in_cache + spec.command) + spec.flush
            out.append((start, safe - start, decided.vdev, decided.number, away))
            now = safe
            v = (v + many) % count
        self.now, self.next, self.worked = now, v, worked
        self.rotation, self.transfer, self.in_cache = rotation, transfer, all_in_cache
        self.count += len(out)
        return out

    @property
    def time(self) -> float:
        """Return the time from `begun` to `now` (s)."""
        return self.now - self.begun

    def spent(self) -> TimeSpent:
        """Return the time of the thread so far by cause. Of parallel actions the last to end
        counts."""
        drive = self.in_cache + self.count * self.spec.flush
        return TimeSpent(
            max(0.0, self.time - self.worked - drive - self.rotation - self.transfer),
            self.worked,
            drive,
            self.rotation,
            self.transfer,
        )
