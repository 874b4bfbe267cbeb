"""A machine's raw disk, on which each request is issued when the one before it is answered."""
from models.catalogue.machines import values
from models.devices.device import Device
from models.machine.machine import Machine
from models.machine.order import FREEBSD_BOX, Order
from models.machine.raw_programs import RawPrograms, answered
from models.sim.answer import known
from models.sim.stats import mean
from models.sim.workload import sequential, uniform
from models.units import KiB, MiB

DISK = values("enterprise-disk")
ENTERPRISE = FREEBSD_BOX.order(filesystem="raw", disk_model="enterprise-disk").bare()
"""A machine with an enterprise disk that serves in order of arrival, and nothing before it."""
LONG = 16 * MiB
WARM, LEAST = 0.25, 60              # seconds of a stream and requests that tell how fast it is
WRITES, REPEATS = 260, 8
ROOM = 4
"""Writes that a cache has room for besides those to choose from."""


def one_disk(seek: float = DISK["seek_average"], speed: float = DISK["speed"], **otherwise: float) -> Order:
    """ENTERPRISE with an average seek (s; all moves in proportion), a speed (turns a second), other fields of DriveSpec."""
    longer = seek / DISK["seek_average"]
    return ENTERPRISE.order(disk_spec={"speed": speed, "seek_average": seek, "seek_track": DISK["seek_track"] * longer,
                                       "seek_full": DISK["seek_full"] * longer, **otherwise})


def stream_rate(order: Order, size: int, gap: float, begin: int, seed: int = 1) -> float:
    """Bytes a second of reads in a row from `begin`, each `gap` seconds after the answer to the last; the first third
    does not count."""
    machine = Machine(order, seed)
    machine.start(RawPrograms(sequential(size, begin), size, think=gap))
    machine.loop.run(until=WARM)
    if len(machine.done) < LEAST:
        answered(machine, LEAST - len(machine.done))
    ends = [request.finish for request in machine.done]
    first = len(ends) // 3
    return size * (len(ends) - 1 - first) / (ends[-1] - ends[first])


def long_read_rate(machine: Machine, begin: int) -> float:
    """Bytes a second of one read of many tracks, once its first byte has come."""
    disk = machine.disk
    finish: float = disk.read(disk.ready, begin, LONG)
    return LONG / (finish - disk.last[2])


def time_of_a_flush(order: Order, held: int, span: int, seed: int) -> float:
    """Seconds of a flush with `held` writes of 4 KiB, anywhere in `span` bytes, in the cache."""
    machine = Machine(order, seed)
    machine.start(RawPrograms(uniform(4 * KiB, span, machine.random), reads=0, burst=held, flush=True))
    return answered(machine, held + 1)[-1].latency


def writes_into_a_full_cache(order: Order, size: int, span: int, seed: int) -> float:
    """Writes of `size` bytes a second, anywhere in `span`, once those that the drive chooses among, and few more, fill its
    cache."""
    choice = order.drive.destage_set
    machine = Machine(order.order(disk_spec={**order.disk_spec, "cache_size": (choice + ROOM) * size}), seed)
    machine.start(RawPrograms(uniform(size, span, machine.random), size, reads=0))
    begun = answered(machine, choice + 2 * ROOM)[-1].finish
    return WRITES / (answered(machine, WRITES)[-1].finish - begun)


def time_of_a_safe_write(device: Device, size: int, turnaround: float) -> float:
    """The mean time (s) of writes and flushes of `size` bytes, one behind the other, after the first."""
    now, times = 0.0, list[float]()
    for number in range(REPEATS):
        asked = now + turnaround
        now = known(device.flush(known(device.write(asked, number * size, size))))
        times.append(now - asked)
    return mean(times[1:])
