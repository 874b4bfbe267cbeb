"""Random reads of a drive with a queue, without the rest of a machine."""

from collections.abc import Iterator

from models.devices.platter import Platter
from models.devices.queued_disk import QueuedDisk, sptf


def random_reads(
    disk: Platter,
    offsets: Iterator[int],
    size: int,
    outstanding: int,
    count: int,
    ageing: float = 0.0,
) -> list[tuple[float, float]]:
    """Return the times (s) at which `count` reads of `size` bytes from a drive with the platters of
    `disk` were issued and finished, in order of their finish.

    The result is that of `RawPrograms`, request by request. Each of `outstanding` clients waits for
    its answer and issues the next read at once. `ageing` is as in `queued_disk.sptf`.
    """
    error = 1 / (disk.spec.speed * disk.turn) - 1
    drive = QueuedDisk(
        disk.spec, sptf(ageing), depth=outstanding, phase=disk.phase, speed_error=error
    )
    for _ in range(outstanding):
        drive.submit(0.0, "read", next(offsets), size)
    done: list[tuple[float, float]] = []
    while len(done) < count:
        for command in drive.step():
            done.append((command.issued, command.finish))
            drive.submit(command.finish, "read", next(offsets), size)
    return done
