"""What is left of the lone writer of a Sun 7410, until nobody asks for it any more: its drive, its lake, its log device."""
from random import Random
from typing import Any

from models.catalogue.machines import values
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.ssd import Logzilla
from models.fast.round_robin_writes import RoundRobinWrites
from models.machine.machine import Machine
from models.machine.order import SUN_7410
from models.units import KiB, hour
from models.zfs.zil.intent_log import LogSpec

SUN = values("7410")


def drive_spec(speed: float = SUN["speed"], skew: float = SUN["skew"]) -> DriveSpec:
    """The machine's drive."""
    return drive_of("7410", speed=speed, skew=skew)


def icy_lake(layout: str, vdevs: int, *, size: int = 8 * KiB, turnaround: float = SUN["turnaround"], seed: int = 1) -> Any:
    """Writes without a log device."""
    machine = Machine(SUN_7410.order(pool=(layout, vdevs), txg_interval=1 * hour).bare(), seed)
    lake: Any = RoundRobinWrites(machine, size, turnaround, 0.0)
    lake.turnaround = turnaround
    return lake


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
