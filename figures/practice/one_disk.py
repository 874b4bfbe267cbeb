"""Single disks, raw, and a single SSD."""

from typing import Any

from models.machine import FREEBSD_BOX, SERVER_TODAY, Local, Machine, RawPrograms, Reads, answered
from models.sim.workload import uniform
from models.units import GB, MB, KiB, MiB, ms, rpm, us

SIZE, WARM, COUNT = 4 * KiB, 300, 1500
DRIVES: dict[str, dict[str, Any]] = {
    # Samsung 2007, SpinPoint F1 data sheet: 3 platters, 8.9 ms, 32 MB
    "K1-F1": {
        "capacity": 1000 * GB,
        "heads": 6,
        "media_rate": 115 * MB,
        "seek_average": 8.9 * ms,
        "cache_size": 32 * MiB,
    },
    # Hitachi 2005, Travelstar 7K100 data sheet: 2 platters, 10 ms, 8 MB
    "K1-7K100": {
        "capacity": 100 * GB,
        "heads": 4,
        "media_rate": 60 * MB,
        "seek_track": 1 * ms,
        "seek_average": 10 * ms,
        "cache_size": 8 * MiB,
    },
    # Western Digital 2004, Raptor WD740GD data sheet: 2 platters, 4.5 ms, 10.2 full stroke, 8 MB
    "K1-WD740GD": {
        "speed": 10000 * rpm,
        "capacity": 74 * GB,
        "heads": 4,
        "media_rate": 72 * MB,
        "seek_track": 0.7 * ms,
        "seek_average": 4.5 * ms,
        "seek_full": 10.2 * ms,
        "interface_rate": 150 * MB,
        "cache_size": 8 * MiB,
    },
}
"""Settings from data sheets; all others are those of the 7410's drive."""
SSD = {
    "access": 1 / 11_000 - SIZE / (560 * MB),
    "rate": 560 * MB,
    "channels": 9,
    "capacity": 512 * GB,
    "spread": 0 * us,
}
"""Samsung 2018, 860 PRO data sheet: 11,000 reads of 4 KiB a second at depth 1, 100,000 at 32, 560 MB/s."""


def on_disk(drive: str, depth: int, reads: float) -> float:
    """Return the requests of 4 KiB per second of a raw disk with `depth` outstanding."""
    order = FREEBSD_BOX.order(filesystem="raw", disks={"model": "7410", **DRIVES[drive]})
    machine = Machine(order.bare("drive queue"))
    span = machine.disk.spec.capacity
    machine.start(RawPrograms(uniform(SIZE, span, machine.random), SIZE, depth, reads))
    fill = 0 if reads else machine.disk.spec.cache_size // SIZE
    warm = answered(machine, WARM + fill)[-1].finish
    done = answered(machine, COUNT)
    return len(done) / (done[-1].finish - warm)


def on_ssd(depth: str) -> float:
    """Return the reads of 4 KiB per second of an SSD alone."""
    order = SERVER_TODAY.order(
        pool={"layout": "stripe", "vdevs": 1, "jbods": 0, "disks": {"kind": "ssd"}},
        cache={"flash": SSD},
        recordsize=SIZE,
    ).bare()
    load = Local(int(depth), SIZE, reads=1.0, blocks=Reads(400 * GB))
    return Machine(order).run(load, seconds=0.2, warm=0.05).rate


MODELS = {
    "K1-F1-randread": lambda depth: on_disk("K1-F1", int(depth), 1),
    "K1-F1-randwrite": lambda depth: on_disk("K1-F1", int(depth), 0),
    "K1-7K100-randread": lambda depth: on_disk("K1-7K100", int(depth), 1),
    "K1-WD740GD-10k": lambda depth: on_disk("K1-WD740GD", int(depth), 1),
    "K1-860PRO-HBA": on_ssd,
}
