"""A machine that can lose power: programs, a pool and a log, and what a failure at any moment would
lose."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from models.devices.device import Device
from models.devices.hdd import HardDisk
from models.devices.solid_state import SolidState
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX
from models.machine.order.log_device import LOGZILLA, NVRAM
from models.sim.loop import Process
from models.sim.workload import sequential
from models.units import KiB, ms
from models.zfs.dataset import Acknowledged
from models.zfs.pool.vdev import Vdev
from models.zfs.power_failure import Loss, PowerFailure

POOLS = {
    "disk": {"layout": "stripe", "vdevs": 1},
    "stripe": {"layout": "stripe", "vdevs": 2},
    "mirror": {"layout": "mirror", "vdevs": 1},
}
LOGS = {"pool": 0, "device": 1, "striped": 2, "mirrored": 2, "memory": 1}
"""Kind of log -> the number of its devices: flash, or volatile memory for "memory"."""


class Issued(NamedTuple):
    """A write of a program."""

    issued: float  # s
    answered: float  # s; -1 before the answer
    size: int  # bytes
    sync_asked: bool  # whether the program asked for a synchronous write
    acknowledged: Acknowledged | None  # None before the answer


class State(NamedTuple):
    """A device after the failure: its name, its state in words, and the bytes that were only in its
    memory."""

    name: str
    says: str
    risk: int


class Outage:
    """The FreeBSD box with a pool and a log that may fail. overrides: further settings of the
    order."""

    def __init__(
        self,
        *,
        pool: str = "disk",  # one of POOLS
        log: str = "pool",  # one of LOGS
        failed: str = "none",  # what fails with the power: none, log (the first device) or disk (the first)
        cache: str = "on",
        sync: str = "standard",
        seed: int = 1,
        **overrides: Any,
    ):
        order = FREEBSD_BOX.order(
            pool=POOLS[pool],
            log={
                "devices": LOGS[log],
                "device": replace(NVRAM, volatile=True) if log == "memory" else LOGZILLA,
                "mirrored": log == "mirrored",
            },
            sync=sync,
            write_cache=cache,
            **overrides,
        )
        self.box = Machine(order.bare(), seed, commands=True, writes=True)
        self.loop, self.zfs = self.box.loop, self.box.zfs
        hit: list[Vdev] = {
            "none": [],
            "log": self.box.log_vdevs[:1],
            "disk": self.zfs.pool.vdevs[:1],
        }[failed]
        self.hit = [(vdev, 0) for vdev in hit]
        self.plug = PowerFailure(self.zfs, self.hit)
        self.random = Random(seed)
        self.writes: list[Issued] = []

    def program(self, size: int, think: float, share: float) -> Process:
        """Write `size` bytes, wait for the answer, pause for `think` (s), and repeat. `share` of
        the writes go to a file opened for synchronous writes, the others to one that is never
        synced."""
        zfs, loop, random = self.zfs, self.loop, self.random
        for offset in sequential(size):
            sync = random.random() < share
            number, issued = len(self.writes), loop.now
            self.writes.append(Issued(issued, -1.0, size, sync, None))
            yield from zfs.write(offset, size, sync)
            self.writes[number] = Issued(issued, loop.now, size, sync, zfs.acknowledged[-1])
            if think:
                yield think

    def start(
        self, programs: int = 1, *, size: int = 8 * KiB, think: float = 0.0, share: float = 1.0
    ) -> None:
        """Start programs as in `program`, a millisecond apart on average."""
        for _ in range(programs):
            self.loop.spawn(
                self.program(size, think, share), at=self.random.random() * programs * ms
            )

    def watch(self, moments: Iterable[float]) -> Iterator[tuple[float, Loss]]:
        """Yield (time, loss) for each of the ascending `moments` (s): what a power failure at that
        time would lose."""
        for now in moments:
            self.loop.run(until=now)
            yield now, self.plug.at(now)

    def lost_since(self) -> float:
        """Return when the first of the lost writes was acknowledged (s), or -1 if none is lost. The
        failure is the one that was examined most recently."""
        return min(
            (
                write.answered
                for write in self.writes
                if write.acknowledged and self.plug.fate(write.acknowledged) == "lost"
            ),
            default=-1.0,
        )

    def states(self, now: float) -> Iterator[State]:
        """Yield the state of each device after a failure at `now` (s)."""
        failed = {id(vdev.devices[number]) for vdev, number in self.hit}
        for vdevs, kind in ((self.zfs.pool.vdevs, "disk"), (self.zfs.pool.logs, "log device")):
            devices = [device for vdev in vdevs for device in vdev.devices]
            for number, device in enumerate(devices, 1):
                name = f"{kind} {number}" if len(devices) > 1 else kind
                yield State(
                    name, *(("failed too", 0) if id(device) in failed else self.state(device, now))
                )

    def state(self, device: Device, now: float) -> tuple[str, int]:
        """Return in words the state of a device that has not failed, and the bytes that were only
        in its memory."""
        if isinstance(device, HardDisk):
            risk = sum(size for _, size in device.at_risk(now))
            return (
                "what it had answered was not all on its platter"
                if risk
                else "all it had taken is on its platter"
            ), risk
        assert isinstance(device, SolidState)
        if device.volatile:
            return "forgot everything", self.zfs.pool.log_used
        return "kept all that it had answered", 0
