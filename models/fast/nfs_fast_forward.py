"""Many synchronous writes of a lone NFS thread at one stroke, as long as nothing comes between them.

While one thread writes through an idle server to idle log devices without moving parts, each write takes there what the
last one took; only the times of the client and of the processors are drawn anew. A test holds this to the long way.
"""
from math import inf
from typing import Any

from models.devices.cable import Cabled
from models.devices.solid_state import SolidState
from models.zfs.allocator.allocator import FreeSpace
from models.zfs.pool.vdev import Vdev
from models.zfs.zil.intent_log import IntentLog


class FastForward:
    """Writes of `size` bytes that a thread of `client` makes, one behind the other, into `log`."""

    def __init__(self, client: Any, size: int, log: IntentLog):
        self.client, self.server, self.loop, self.size, self.log = client, client.server, client.loop, size, log

    def room(self, block: int) -> int:
        """How many writes may go at one stroke, if nothing else happens; 0 where each is to be made by itself."""
        server, log, now = self.server, self.log, self.loop.now
        zfs = server.filesystem
        groups, vdevs = zfs.groups, zfs.pool.logs
        if (not block or not vdevs or zfs.recording or log.recording or log.trains or log.out or log.points(self.size)
                or zfs.sync != "standard" or zfs.host or groups.each or groups.smooth or server.nic
                or self.client.link or server.loaded or server.cpu.free[-1] > now
                or not all(idle(side, now) for vdev in vdevs for side in vdev.devices)):
            return 0
        held = min([piece(space) for space in zfs.pool.log.spaces]) // block * len(vdevs)
        return int(min(held, (groups.limit - groups.held) // self.size))

    def go(self) -> float:
        """Make as many writes as may go at one stroke. Returns when the last of them is answered (s), 0 for none."""
        loop, client, server, log = self.loop, self.client, self.server, self.log
        block = self.log.steady(self.size)
        room = self.room(block)
        if not room:
            return 0.0
        horizon = min(loop.heap[0][0] if loop.heap else inf, loop.until)
        order = behind(server.filesystem.pool.logs, log.last)
        times = [max(stored(vdev, block)) for vdev in order]
        longest = client.turnaround * (1 + client.spread) + server.network + server.write_time * (1 + server.spread)
        start = t = loop.now
        pause, drawn, seen, network, write_time = client.pause, server.drawn, server.seen, server.network, server.write_time
        count, turn, worked, longest = 0, len(order), 0.0, longest + max(times)
        while count < room and t + longest < horizon:
            came = t + pause() + network
            work = drawn(write_time)
            t = came + work + times[count % turn]
            worked += work
            count += 1
            seen(t, t - came)
            server.answered("write", self.size, t - came)
        if count:
            self.book(order, block, count, t)
            server.cpu.busy += count * network + worked
        return t if t > start else 0.0

    def book(self, order: list[Vdev], block: int, count: int, end: float) -> None:
        """What `count` writes leave behind: blocks, counters, dirty bytes."""
        zfs, log = self.server.filesystem, self.log
        for number, vdev in enumerate(order):
            mine = (count - number + len(order) - 1) // len(order)
            if mine:
                previous = order[number - 1] if number else log.last
                zfs.pool.take_log(mine * block, zfs.groups.number, previous)
                for side, taken in zip(vdev.devices, stored(vdev, block), strict=True):
                    pass_through(side, block, mine, taken, end)
        log.last = zfs.pool.last = order[(count - 1) % len(order)]
        log.number += count
        zfs.groups.dirty += count * self.size
        self.server.count += count
        self.server.came += count


def idle(side: Any, now: float) -> bool:
    """Whether this is a log device whose writes all take the same, on a cable of which nobody makes use."""
    return (isinstance(side, Cabled) and isinstance(side.device, SolidState)
            and type(side.device).serve is SolidState.serve and not side.device.recording
            and side.cable.free <= now and side.device.ready <= now)


def piece(space: Any) -> int:
    """Bytes in a row that are free from the cursor of a log device on."""
    assert isinstance(space, FreeSpace)
    return sum(end - space.cursor for begin, end in space.free if begin <= space.cursor < end)


def behind(vdevs: list[Vdev], last: Vdev | None) -> list[Vdev]:
    """The vdevs in turn, from the one behind `last` on."""
    first = vdevs.index(last) + 1 if last in vdevs else 0
    return vdevs[first:] + vdevs[:first]


def stored(vdev: Vdev, block: int) -> list[float]:
    """Seconds of a write and its flush on each side, all idle; sides on one cable wait for each other there."""
    cables: dict[int, float] = {}
    ends = []
    for side in vdev.devices:
        assert isinstance(side, Cabled)
        arrives = cables[id(side.cable)] = cables.get(id(side.cable), 0.0) + block / side.cable.rate
        ends.append(arrives + service(side.device, block))
    return ends


def service(device: Any, block: int) -> float:
    """Seconds of a write and its flush in the device."""
    return float(device.access + block / device.rate + device.flush_cost)


def pass_through(side: Any, block: int, count: int, taken: float, end: float) -> None:
    """Count `count` writes of `block` bytes that a log device has had, each `taken` seconds, the last until `end` (s)."""
    side.cable.busy += count * block / side.cable.rate
    side.device.station.busy += count * service(side.device, block)
    side.outstanding += count * taken
    side.transfers += count
    side.answered = side.device.station.free = side.cable.free = side.sent = end
