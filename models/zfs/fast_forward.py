"""Many synchronous writes of one program or NFS thread in a single step, while nothing else
happens.

While one thread writes to idle log devices without moving parts, all writes take the same time
until something else happens: a group is written, the log is full, or there is too much dirty data.
For an NFS thread only the times of client and server are random. Tests compare the steps with the
same writes made one by one.
"""

from math import fsum, inf
from typing import Any

from models.devices.cable import Cabled
from models.devices.device import Device
from models.devices.solid_state import SolidState
from models.zfs.allocator.allocator import FreeSpace
from models.zfs.dataset import Zfs
from models.zfs.pool.pool import Space
from models.zfs.pool.vdev import Vdev
from models.zfs.zil.intent_log import IntentLog


class FastForward:
    """A series of writes of `size` bytes to `log`, by a program on the machine or by a thread of an
    NFS `client`. `end` is when the last write of the last step is answered (s)."""

    def __init__(self, zfs: Zfs, size: int, log: IntentLog, client: Any = None):
        self.zfs, self.size, self.log, self.client = zfs, size, log, client
        self.end = 0.0

    def room(self, block: int) -> int:
        """Return how many writes with log blocks of `block` bytes fit into one step if nothing else
        happens, or 0 if they must be made one by one."""
        zfs, log, client, now = self.zfs, self.log, self.client, self.zfs.loop.now
        groups, vdevs = zfs.groups, zfs.pool.logs
        if (
            not block
            or not vdevs
            or zfs.recording
            or log.recording
            or log.trains
            or log.out
            or log.is_indirect(self.size)
            or zfs.sync != "standard"
            or groups.per_group
            or groups.curved
            or (zfs.host is None and not client)
            or (zfs.software and zfs.software.cpu.free[0] > now)
            or not all(idle(side, now) for vdev in vdevs for side in vdev.devices)
        ):
            return 0
        if client and (
            client.server.nic or client.server.loaded or client.server.cpu.free[-1] > now
        ):
            return 0
        held = min([free_run(space) for space in zfs.pool.log.spaces]) // block * len(vdevs)
        return int(min(held, (groups.limit - groups.held) // self.size))

    def go(self, most: float = inf, fresh: bool = True) -> int:
        """Make as many writes as possible in one step, at most `most`. Return their number. `fresh`
        says whether they add to the dirty data of their group."""
        zfs, loop = self.zfs, self.zfs.loop
        block = self.log.steady(self.size)
        room = int(min(self.room(block), most))
        if room < 1:
            return 0
        order = starting_after(zfs.pool.logs, self.log.last)
        beside = (zfs.host or 0.0) + self.log.spec.hand_over
        each = [beside + max(self.stored(vdev, block)) for vdev in order]
        horizon = min(loop.next, loop.until)
        count = (self.count_drawn if self.client else self.count_equal)(each, room, horizon)
        if count:
            self.book(order, block, count)
            if zfs.software and not self.client:
                zfs.software.cpu.busy += count * (zfs.host or 0.0)
            zfs.groups.dirty += count * self.size * fresh
            zfs.groups.unpaid += count * self.size * fresh * zfs.unpaid(self.client is None)
        return count

    def count_equal(self, each: list[float], room: int, horizon: float) -> int:
        """Return the number of writes, at most `room`, that end before `horizon` (s) if they take
        the times of `each` (s) in turn. Set `end` to the end of the last."""
        now, turn = self.zfs.loop.now, fsum(each)
        count = min(room, max(0, int(min(room + 1, (horizon - now) / turn)) - 1) * len(each))
        self.end = now + count // len(each) * turn + sum(each[: count % len(each)])
        return count

    def count_drawn(self, each: list[float], room: int, horizon: float) -> int:
        """Return the number of writes as `count_equal` does, but for an NFS thread, with random
        times of client and server before each write. Set `end` and record the writes at the
        server."""
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
            arrived = t + pause() + network
            work = drawn(write_time) + copied
            t = arrived + work + each[count % turn]
            worked += work
            count += 1
            seen(t, t - arrived)
            answered("write", size, t - arrived)
        server.cpu.busy += count * network + worked
        server.count += count
        server.arrived += count
        self.end = t
        return count

    def book(self, order: list[Vdev], block: int, count: int) -> None:
        """Update the log and its devices for `count` writes with log blocks of `block` bytes."""
        pool, log = self.zfs.pool, self.log
        for number, vdev in enumerate(order):
            share = (count - number + len(order) - 1) // len(order)
            if share:
                pool.take_log(
                    share * block, self.zfs.groups.number, order[number - 1] if number else log.last
                )
                for side, taken in zip(vdev.devices, self.stored(vdev, block), strict=True):
                    self.update(side, block, share, taken)
        log.last = pool.last = order[(count - 1) % len(order)]
        log.number += count

    def stored(self, vdev: Vdev, block: int) -> list[float]:
        """Return how long a write of `block` bytes and its flush take on each idle device of a vdev
        (s). Devices on one cable wait for each other there."""
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

    def update(self, side: Device, block: int, count: int, taken: float) -> None:
        """Update a log device for `count` writes of `block` bytes that took `taken` seconds
        each."""
        device = side
        if isinstance(side, Cabled):
            device = side.device
            side.cable.busy += count * block / side.cable.rate
            side.outstanding += count * taken
            side.transfers += count
            side.answered = side.cable.free = side.sent = self.end
        assert isinstance(device, SolidState)
        device.station.busy += count * (device.access + block / device.rate)
        device.moved[1] += count
        device.moved[3] += count * block
        device.station.free = self.end


def idle(side: Device, now: float) -> bool:
    """Return whether a log device and its cable, if it has one, are idle at `now` (s), and all
    writes of one size take the device the same time."""
    device = side.device if isinstance(side, Cabled) else side
    return (
        isinstance(device, SolidState)
        and type(device).serve is SolidState.serve
        and not device.recording
        and device.ready <= now
        and (not isinstance(side, Cabled) or side.cable.free <= now)
    )


def free_run(space: Space) -> int:
    """Return the consecutive free bytes at the cursor of a log device."""
    assert isinstance(space, FreeSpace)
    return sum(end - space.cursor for begin, end in space.free if begin <= space.cursor < end)


def starting_after(vdevs: list[Vdev], last: Vdev | None) -> list[Vdev]:
    """Return the vdevs in turn, from the one after `last`."""
    first = vdevs.index(last) + 1 if last in vdevs else 0
    return vdevs[first:] + vdevs[:first]
