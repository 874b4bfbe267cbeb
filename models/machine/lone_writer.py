"""One NFS client of a Sun 7410 writes to its pool, synchronously: which layout, how many disks, how unlike each other."""
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from models.catalogue.machines import values
from models.check import a_number, at_least, counted, one_of, requested, seeded
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.hdd import HardDisk
from models.devices.ssd import Logzilla
from models.fast.round_robin_writes import IcyLake
from models.units import KiB, MiB, sector
from models.zfs.zil.intent_log import LogSpec

SUN = values("7410")


class Layout(NamedTuple):
    """disks: of one vdev. data: over how many of them the data of a block is spread."""

    disks: int
    data: int


LAYOUTS = {"stripe": Layout(1, 1), "mirror": Layout(2, 1), "raidz1": Layout(6, 5), "raidz2": Layout(10, 8)}


def drive_spec(speed: float = SUN["speed"], track: int | None = None, skew: float = SUN["skew"]) -> DriveSpec:
    """The machine's drive. track: bytes of its outermost track (default: the catalogue's, whatever the speed)."""
    if track is None:
        return drive_of("7410", speed=speed, skew=skew)
    return drive_of("7410", speed=speed, skew=skew, media_rate=track / (1 / speed + skew))


def icy_lake(layout: str = "mirror", vdevs: int = 24, *, size: int = 8 * KiB, turnaround: float = SUN["turnaround"],
             jitter: float = 0.0, speed_error: float = SUN["speed_error"], spec: DriveSpec | None = None,
             errors: Sequence[float] | None = None, scattered: bool = False, seed: int = 1) -> IcyLake:
    """One NFS client writes `size` bytes synchronously, one behind the other, with no log device.

    Each write becomes one log block, over as many disks as `layout` has data disks, in whole sectors. Disks stand at
    any angle at first and turn `speed_error` faster or slower at most (uniform); `errors` says it of each disk instead.
    scattered: the log has come to another place on each vdev; otherwise to the same, as in a pool that has only seen
    this client.
    """
    one_of("layout", layout, LAYOUTS)
    counted(vdevs=vdevs)
    requested(size)
    at_least(0, unit="s", turnaround=turnaround, jitter=jitter)
    a_number("speed_error", speed_error, 0, below=1)
    width = LAYOUTS[layout].disks
    random, spec = seeded(seed), spec or drive_spec()
    block = sum(LogSpec(header=SUN["log_header"], granule=SUN["log_granule"]).pack([size]))
    column = -(-block // (LAYOUTS[layout].data * sector)) * sector
    chance = [(random.random(), speed_error * (2 * random.random() - 1)) for _ in range(vdevs * width)]
    disks = [HardDisk(spec, phase=phase, speed_error=drawn if errors is None else errors[n])
             for n, (phase, drawn) in enumerate(chance)]
    places = [4 * MiB + int(random.random() * 32768) * sector for _ in range(vdevs)]
    starts = places if scattered else places[:1] * vdevs
    return IcyLake([disks[n:n + width] for n in range(0, vdevs * width, width)], starts, column, host=SUN["cpu_write"],
                   turnaround=turnaround, jitter=jitter, random=random)


def logged_writes(count: int, *, size: int = 8 * KiB, turnaround: float = SUN["turnaround"], spread: float = 0.15,
                  random: Random) -> list[tuple[float, float]]:
    """Start and latency (s) of `count` writes of the same client with one log device. spread: each write's time in the
    server is drawn from (1 - spread) to (1 + spread) times the catalogue's."""
    logzilla = Logzilla()
    block = sum(LogSpec(header=SUN["log_header"], granule=SUN["log_granule"]).pack([size]))
    now, offset, out = 0.0, 0, []
    for _ in range(count):
        asked = now + SUN["cpu_write"] * (1 + spread * (2 * random.random() - 1))
        finish = logzilla.write(asked, offset, block)
        out.append((now, finish - now))
        now, offset = finish + turnaround, (offset + block) % (logzilla.capacity // 2)
    return out
