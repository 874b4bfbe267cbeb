"""Many synchronous writes of a lone program or NFS thread at one stroke, as long as nothing comes
between them.

While one thread writes to idle log devices without moving parts, each write takes there what the
last one took, until something else happens: a group goes out, the log is full, too much is dirty.
Of an NFS thread only the times of client and server are drawn anew. Tests hold this to the long
way.
"""

from math import inf
from typing import Any

from models.devices.cable import Cabled
from models.devices.solid_state import SolidState
from models.zfs.allocator.allocator import FreeSpace
from models.zfs.dataset import Zfs
from models.zfs.pool.vdev import Vdev
from models.zfs.zil.intent_log import IntentLog


class FastForward:
    """Writes of `size` bytes, one behind the other, into `log`, of a program on the machine itself
    or a thread of `client`. end: when the last of the last stroke is answered (s)."""

    def __init__(self, zfs: Zfs, size: int, log: IntentLog, client: Any = None):
        self.zfs, self.size, self.log, self.client = zfs, size, log, client
        self.end = 0.0

    def room(self, block: int) -> int:
        """How many writes may go at one stroke, if nothing else happens; 0 where each is to be made
        by itself."""
        zfs, log, client, now = self.zfs, self.log, self.client, self.zfs.loop.now
        groups, vdevs = zfs.groups, zfs.pool.logs
        if (
            not block
            or not vdevs
            or zfs.recording
            or log.recording
            or log.trains
            or log.out
            or log.points(self.size)
            or zfs.sync != "standard"
            or groups.each
            or groups.smooth
            or not all(idle(side, now) for vdev in vdevs for side in vdev.devices)
        ):
            return 0
        if client and (
            client.server.nic or client.server.loaded or client.server.cpu.free[-1] > now
        ):
            return 0
        held = min([piece(space) for space in zfs.pool.log.spaces]) // block * len(vdevs)
        return int(min(held, (groups.limit - groups.held) // self.size))

    def go(self, most: float = inf, fresh: bool = True) -> int:
        """Make as many writes as may go at one stroke, `most` at most. Returns how many. fresh:
        their group has not got what they cover yet."""
        zfs, loop = self.zfs, self.zfs.loop
        block = self.log.steady(self.size)
        room = int(min(self.room(block), most))
        if room < 1:
            return 0
        order = behind(zfs.pool.logs, self.log.last)
        each = [zfs.host + max(self.stored(vdev, block)) for vdev in order]
        horizon = min(loop.heap[0][0] if loop.heap else inf, loop.until)
        count = (self.drawn if self.client else self.alike)(each, room, horizon)
        if count:
            self.book(order, block, count)
            zfs.groups.dirty += count * self.size * fresh
        return count

    def alike(self, each: list[float], room: int, horizon: float) -> int:
        """How many writes in turn, which take `each` (s), end before `horizon` (s)."""
        now, turn = self.zfs.loop.now, sum(each)
        count = min(room, max(0, int(min(room + 1, (horizon - now) / turn)) - 1) * len(each))
        self.end = now + count // len(each) * turn + sum(each[: count % len(each)])
        return count

    def drawn(self, each: list[float], room: int, horizon: float) -> int:
        """The same where client and server take their time before."""
        client, server, size = self.client, self.client.server, self.size
        pause, drawn, seen, answered = client.pause, server.drawn, server.seen, server.answered
        network, write_time, copied = server.network, server.write_time, size * server.copy
        longest = (
            client.turnaround * (1 + client.spread)
            + network
            + write_time * (1 + server.spread)
            + copied
            + max(each)
        )
        t, count, turn, worked = self.zfs.loop.now, 0, len(each), 0.0
        while count < room and t + longest < horizon:
            came = t + pause() + network
            work = drawn(write_time) + copied
            t = came + work + each[count % turn]
            worked += work
            count += 1
            seen(t, t - came)
            answered("write", size, t - came)
        server.cpu.busy += count * network + worked
        server.count += count
        server.arrived += count
        self.end = t
        return count

    def book(self, order: list[Vdev], block: int, count: int) -> None:
        """What `count` writes leave behind in the log and its devices."""
        pool, log = self.zfs.pool, self.log
        for number, vdev in enumerate(order):
            mine = (count - number + len(order) - 1) // len(order)
            if mine:
                pool.take_log(
                    mine * block, self.zfs.groups.number, order[number - 1] if number else log.last
                )
                for side, taken in zip(vdev.devices, self.stored(vdev, block), strict=True):
                    self.pass_through(side, block, mine, taken)
        log.last = pool.last = order[(count - 1) % len(order)]
        log.number += count

    def stored(self, vdev: Vdev, block: int) -> list[float]:
        """Seconds of a write and its flush on each side, all idle; sides on one cable wait for each
        other there."""
        cables: dict[int, float] = {}
        ends = []
        for side in vdev.devices:
            arrives, device = 0.0, side
            if isinstance(side, Cabled):
                arrives = cables[id(side.cable)] = (
                    cables.get(id(side.cable), 0.0) + block / side.cable.rate
                )
                device = side.device
            assert isinstance(device, SolidState)
            ends.append(
                arrives
                + device.access
                + block / device.rate
                + device.flush_cost * self.log.spec.flush
            )
        return ends

    def pass_through(self, side: Any, block: int, count: int, taken: float) -> None:
        """Count `count` writes of `block` bytes that a log device has had, each `taken` seconds."""
        device = side
        if isinstance(side, Cabled):
            device = side.device
            side.cable.busy += count * block / side.cable.rate
            side.outstanding += count * taken
            side.transfers += count
            side.answered = side.cable.free = side.sent = self.end
        device.station.busy += count * (device.access + block / device.rate)
        device.moved[1] += count
        device.moved[3] += count * block
        device.station.free = self.end


def idle(side: Any, now: float) -> bool:
    """Whether this is a log device whose writes all take the same, on no cable or on one of which
    nobody makes use."""
    device = side.device if isinstance(side, Cabled) else side
    return (
        isinstance(device, SolidState)
        and type(device).serve is SolidState.serve
        and not device.recording
        and device.ready <= now
        and (device is side or side.cable.free <= now)
    )


def piece(space: Any) -> int:
    """Bytes in a row that are free from the cursor of a log device on."""
    assert isinstance(space, FreeSpace)
    return sum(end - space.cursor for begin, end in space.free if begin <= space.cursor < end)


def behind(vdevs: list[Vdev], last: Vdev | None) -> list[Vdev]:
    """The vdevs in turn, from the one behind `last` on."""
    first = vdevs.index(last) + 1 if last in vdevs else 0
    return vdevs[first:] + vdevs[:first]
