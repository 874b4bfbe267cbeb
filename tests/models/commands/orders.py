"""Random orders and loads that commands can be written for."""

from dataclasses import replace
from random import Random

from models.cli.whole_machine import LOADS, NamedLoad
from models.devices.flash_drive import SSDS
from models.machine.loads.blocks import Reads
from models.machine.order import LAYOUTS, ORDERS, Order
from models.units import TB, GiB, KiB


def random_order(random: Random, base: Order) -> Order:
    """Return an order with other disks, devices and properties."""
    layout = random.choice([*LAYOUTS])
    width = LAYOUTS[layout].least + random.randrange(2, 6)
    settings = {
        "pool.layout": layout,
        "pool.width": 1 if layout == "stripe" else max(width, 8 if "draid" in layout else 0),
        "pool.vdevs": random.randrange(1, 12),
        "pool.ashift": random.choice((9, 12)),
        "filesystem.recordsize": random.choice((None, 4 * KiB, 8 * KiB, 128 * KiB, 1024 * KiB)),
        "filesystem.sync": random.choice(("standard", "always", "disabled")),
        "filesystem.checksum": random.choice(("off", "fletcher4", "sha256")),
        "log.bias": random.choice(("latency", "throughput")),
        "head.memory": random.choice((16, 64, 512)) * GiB,
    }
    if random.random() < 0.5:
        settings["filesystem.compression"] = random.choice(("lz4", "zstd", "gzip"))
        settings["filesystem.ratio"] = random.choice((None, 1.5, 1.37))
    if "draid" in layout and random.random() < 0.5:
        settings |= {"pool.draid_data": random.randrange(1, 4), "pool.draid_spares": 1}
    if random.random() < 0.3:
        settings |= {"pool.disks.kind": "ssd", "pool.disks.ssd.kind": random.choice([*SSDS])}
    elif random.random() < 0.5:
        settings["pool.disks.capacity"] = random.choice((4, 12, 18)) * TB
    if logs := random.choice((0, 1, 2, 4)):
        settings |= {"log.devices": logs, "log.mirrored": logs > 1 and random.random() < 0.5}
        settings["log.device.kind"] = random.choice([*SSDS])
    if flash := random.choice((0, 0, 1, 3)):
        settings |= {"cache.flash.devices": flash, "cache.flash.kind": random.choice([*SSDS])}
    if special := random.choice((0, 0, 1, 2, 3)):
        settings |= {"pool.special.devices": special, "pool.special.kind": random.choice([*SSDS])}
        settings["pool.special.small"] = random.choice((0, 16 * KiB))
    if base.pool.jbods:
        settings["pool.jbods"] = 2
    return base.order(settings)


def a_base(random: Random) -> Order:
    """Return a machine of the catalogue with ZFS."""
    return random.choice([one for one in ORDERS.values() if one.machine != "freebsd-box"])


def random_load(random: Random) -> NamedLoad:
    """Return a load of any kind."""
    kind = random.choice([*LOADS])
    load = LOADS[kind]
    threads = random.randrange(1, 65)
    if kind == "create":
        return replace(
            load,
            threads=threads,
            size=random.choice((0, 8192)),
            over=random.choice(("nfs", "local")),
        )
    size = random.choice((512, 4096, 8192, 10_000, 32_768))
    blocks = Reads(random.choice((1e9, 8 * GiB, 123_456_789.0)), random.choice((0.0, 0.99, 1.2)))
    new = {
        "size": size,
        "reads": random.choice((0.0, 1.0, 0.5, 0.7, 0.123)),
        "over": random.random() < 0.5,
        "blocks": blocks,
    }
    if random.random() < 0.3:
        new["rate"] = random.choice((100.0, 250.0, 33.3))
    else:
        new["threads"] = threads
    if kind in ("nfs", "cifs"):
        new["clients"] = random.randrange(1, 5)
    if kind == "nfs":
        new |= {"stable": random.randrange(3), "version": random.choice((3, 4))}
    if kind == "iscsi":
        new |= {"initiators": random.randrange(1, 5), "cache": random.random() < 0.5}
    if kind == "local":
        new |= {
            "o_sync": random.random() < 0.5,
            "think": random.choice((0.0, 0.004, 1.5e-5, 1.23e-8)),
            "in_order": random.random() < 0.3,
            "back": random.random() < 0.1,
            "o_direct": random.random() < 0.3,
            "at": random.choice((0.0, 2.0, 0.5)),
        }
    return replace(load, **new)
