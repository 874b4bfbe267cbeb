"""Four causes that make reads from two disks slow: groups, another job, too many reads, a disk that tries again."""
from random import Random

from models.devices.hdd import HardDisk
from models.experiments.transaction_groups.reads_beside_groups import ReadsBesideGroups
from models.sim.loop import Process
from models.sim.path import RequestPath
from models.units import KiB, MiB

CAUSES = ("groups", "job", "crowd", "slow")
CHUNK = 512 * KiB


class RetryingDisk(HardDisk):
    """A disk that must try again and again: each read takes some turns more."""

    def read(self, now: float, offset: int, size: int, path: RequestPath | None = None, kind: str = "") -> float:
        """When a read issued `now` (s) has its data (s)."""
        finish = super().read(now, offset, size, path) + 7 * self.turn
        self.ready = self.platter_free = finish
        return finish


def slow_reads(cause: str, every: float, beat: float, seconds: float, seed: int) -> list[tuple[float, float]]:
    """When each read of so many seconds was back, and how long it took (s). every: seconds from group to group; beat: from
    one run of the job to the next."""
    made = iter((HardDisk, RetryingDisk if cause == "slow" else HardDisk))
    server = ReadsBesideGroups(2, {"interval": every, "limit": 1024 * MiB}, seed, age=Random(seed).random() * every,
                               in_order=lambda spec, **given: next(made)(spec, **given))
    for disk in server.disks:
        server.read(disk, {"crowd": 71, "slow": 10}.get(cause, 25))
        if cause == "job":
            server.loop.spawn(job(server, disk, beat))
    server.write(CHUNK, (11 if cause == "groups" else 0.1) * MiB)
    server.loop.run(until=seconds)
    return [read for read in server.reads if read[0] < seconds]


def job(server: ReadsBesideGroups, disk: HardDisk, beat: float) -> Process:
    """Reads a file in a row, a few pieces ahead, and begins anew at each beat."""
    loop, place = server.loop, 0
    yield beat * 0.4
    while True:
        begun, backs = loop.now, list[float]()
        for _ in range(90):
            backs.append(disk.read(loop.now, place, CHUNK))
            place += CHUNK
            if len(backs) == 12:
                yield max(0.0, backs.pop(0) - loop.now)
        yield max(0.1, begun + beat - loop.now)
