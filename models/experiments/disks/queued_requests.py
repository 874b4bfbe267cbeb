"""Random requests against a drive with a queue, at one depth or at several that rise."""
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random

from models.catalogue.machines import values
from models.devices.device import Command
from models.devices.disk_scheduling import DISCIPLINES, sptf
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.hdd import HardDisk
from models.devices.queued_disk import Discipline, QueuedDisk, closed_loop
from models.fast.random_reads import random_reads
from models.sim.path import RequestPath, last_access
from models.sim.workload import uniform

DISK = values("enterprise-disk")
SIZE = int(DISK["size"])
WARM, DEPTHS = 160, 64


def scaled_drive(seek: float, speed: float, **others: float) -> DriveSpec:
    """The enterprise disk with an average seek (s; all moves in proportion) and a speed (turns a second)."""
    longer = seek / DISK["seek_average"]
    return drive_of("enterprise-disk", speed=speed, seek_average=seek, seek_track=DISK["seek_track"] * longer,
                    seek_full=DISK["seek_full"] * longer, **others)


def chosen_by(discipline: str, ageing: float) -> Discipline:
    """What serves by a discipline. ageing: of sptf, see there."""
    return sptf(ageing) if discipline == "sptf" else DISCIPLINES[discipline]


def at_depths(kind: float, depths: Sequence[int], discipline: str, ageing: float, spec: DriveSpec, cache: bool,
              requests: Callable[[int], int], seed: int) -> Iterator[tuple[int, list[tuple[float, float]]]]:
    """(outstanding, answered) for each of the rising `depths`: (issued, finish) in s of 4 KiB requests over the whole
    disk, in the order of their answers.

    kind: the share of reads, 0 to 1. cache: whether writes are answered from the drive's memory, which is full.
    requests: how many to answer with so many outstanding.
    """
    random = Random(seed)
    phase = random.random()
    if kind == 1 and discipline == "sptf":
        for depth in depths:
            offsets = uniform(SIZE, spec.capacity, Random(seed * DEPTHS + depth))
            answered = random_reads(HardDisk(spec, phase=phase), offsets, SIZE, depth, requests(depth) + depth, ageing)
            yield depth, answered[depth:]
        return
    offsets = uniform(SIZE, spec.capacity, random)
    disk, before = QueuedDisk(spec, chosen_by(discipline, ageing), cache=cache, phase=phase), 0
    mixed = (("read" if random.random() < kind else "write", offset, SIZE) for offset in offsets)
    for depth in depths:
        answers, warm = closed_loop(disk, mixed, depth - before), depth if before or kind or not cache else WARM
        yield depth, [(c.issued, c.finish) for c in islice(answers, warm, warm + requests(depth))]
        before = depth


def followed_reads(discipline: str, ageing: float, spec: DriveSpec, outstanding: int, count: int, seed: int
                   ) -> tuple[list[RequestPath], list[RequestPath]]:
    """The paths of the first `count` of random reads that find so many outstanding, in the order of their answers; and of
    those that still wait then."""
    disk = QueuedDisk(spec, chosen_by(discipline, ageing), cache=False)
    offsets, paths = uniform(SIZE, spec.capacity, Random(seed)), list[RequestPath]()
    left = [disk.submit(0.0, "read", next(offsets), SIZE) for _ in range(outstanding)]
    while len(paths) < count + outstanding:
        for command in disk.step():
            paths.append(path_of(command, disk))
            left.remove(command)
            left.append(disk.submit(command.finish, "read", next(offsets), SIZE))
    return paths[outstanding:], [waiting(command, disk) for command in left]


def path_of(command: Command, disk: QueuedDisk) -> RequestPath:
    """The path of a read that the disk has just answered."""
    path, access = RequestPath(command.issued), last_access(disk)
    path.serve("drive", "the command arrives", min(command.issued + disk.spec.command, access.start), "queue")
    path.wait("drive", "its turn", access.start, "queue")
    path.turned("drive", access)
    return path


def waiting(command: Command, disk: QueuedDisk) -> RequestPath:
    """The path of a read that waits, up to now."""
    path = RequestPath(command.issued)
    path.serve("drive", "the command arrives", command.issued + disk.spec.command, "queue")
    path.wait("drive", "its turn", disk.now, "queue")
    return path
