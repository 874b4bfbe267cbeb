"""The parts of a machine as rows of the page: their names, what they are in an order, and what fits there."""

from collections.abc import Callable
from typing import NamedTuple

from models.catalogue.machines import MACHINES
from models.cli.held_against import device
from models.cli.typed import shown_in
from models.cli.whole_machine import NamedLoad
from models.lab.run import own_time, threads_of
from models.machine.loads.local import Local
from models.machine.order import Order
from models.units import GiB

SIGNS = {
    "programs": "M2.5 4h13v10h-13zM5 7.5l2 1.5-2 1.5M9 11h3",
    "network": "M6.5 4h5v4h-5zM9 8v3M3 14v-3h12v3M1.5 14h3M7.5 14h3M13.5 14h3M9 11v3",
    "cores": "M5 5h8v8h-8zM7.5 7.5h3v3h-3zM7 5V2M11 5V2M7 16v-3M11 16v-3M5 7H2M5 11H2M16 7h-3M16 11h-3",
    "cache": "M2 6h14v5h-14zM4.5 6v3M7 6v3M9.5 6v3M12 6v3M4 11v2M8 11v2M12 11v2",
    "log": "M4.5 2h9v14h-9zM7 5.5h4M7 8.5h4M7 11.5h4",
    "group": "M9 2l7 3.5-7 3.5-7-3.5zM2 9l7 3.5 7-3.5M2 12.5l7 3.5 7-3.5",
    "logdevice": "M2 6h14v6h-14zM4.5 8h3v2h-3zM9.5 8h3v2h-3zM14 8v2",
    "cable": "M1.5 9H4M4 6.5h3.5v5H4zM7.5 9h3M10.5 6.5H14v5h-3.5zM14 9h2.5",
    "disk": "M3 2h12v14h-12zM5 7.7a4 4 0 1 0 8 0a4 4 0 1 0-8 0M8.2 7.7a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0M12.5 14l-2.6-4",
    "flash": "M2 5h14v8h-14zM4.5 7.5h2v3h-2zM8 7.5h2v3h-2zM11.5 7.5h2v3h-2z",
    "special": "M2 5h14v8h-14zM9 6.5l.8 1.7 1.8.2-1.3 1.3.3 1.8-1.6-.9-1.6.9.3-1.8-1.3-1.3 1.8-.2z",
}
"""The sign of each part: the path of a picture of 18 by 18 units."""
CALLED = {
    "logzilla": "Logzilla, 2009",
    "nvram": "NVRAM, battery",
    "sata-consumer": "SATA SSD, no protection",
    "sata-server": "SATA SSD, power-loss protection",
    "nvme-consumer": "NVMe, no protection",
    "nvme-server": "NVMe, power-loss protection",
    "optane": "Optane",
    "readzilla": "Readzilla, 2009",
}


def number_of(value: float, one: str, more: str = "") -> str:
    """Return a number with its noun."""
    return f"{value:,.0f} {one if value == 1 else more or f'{one}s'}"


def gbit(rate: float) -> str:
    """Return a rate of a port (bytes a second) as its speed in Gbit/s."""
    return f"{rate * 8 / 1e9:g} Gbit/s"


def who(load: NamedLoad) -> str:
    """Return what the threads of a load are called."""
    reads = getattr(load, "reads", 0.0)
    return "writers" if not reads else "readers" if reads == 1 else "programs"


def programs(order: Order, load: NamedLoad) -> str:
    """Return who asks."""
    if not (threads := threads_of(load)):
        return f"{load.rate:,.0f} requests each second"  # type: ignore[union-attr]
    own = own_time(order, load)
    asking = number_of(threads, who(load)[:-1])
    return asking + (f" · own time {shown_in(own, 's')}" if own else "")


def network(order: Order, load: NamedLoad) -> str:
    """Return the ports."""
    one = gbit(order.network.port_rate)
    ports = f"{order.network.ports} × {one}" if order.network.ports > 1 else one
    return f"{ports} Ethernet" if passes_network(load) else f"{ports}, not on the way"


def passes_network(load: NamedLoad) -> bool:
    """Return whether the requests of a load come over the network."""
    return not isinstance(load, Local) and getattr(load, "over", "") != "local"


def cores(order: Order, load: NamedLoad) -> str:
    """Return the cores."""
    own = MACHINES.get(order.head.model, {}).get("clock")
    clock = own or MACHINES[order.machine].get("processor.clock")
    speed = f" × {float(clock.value) / 1e9:g} GHz" if clock else ""
    return f"{number_of(order.head.cores, 'core')}{speed}"


def cache(order: Order, load: NamedLoad) -> str:
    """Return the ARC."""
    return f"ARC, {order.cache.arc / GiB:,.3g} GiB of {order.head.memory / GiB:,.3g} GiB"


def log(order: Order, load: NamedLoad) -> str:
    """Return the rule of the log."""
    sync = order.filesystem.sync
    if sync != "standard":
        return f"sync={sync}"
    return number_of(order.filesystem.datasets, "log") + (
        " · on the log device" if order.log.devices else " · on the pool's disks"
    )


def group(order: Order, load: NamedLoad) -> str:
    """Return the limit of changed data."""
    return f"of {order.groups.limit / GiB:,.3g} GiB"


def logdevice(order: Order, load: NamedLoad) -> str:
    """Return the log devices."""
    kind = order.log.device.kind
    name = CALLED.get(kind, device(kind))
    many = "" if order.log.devices == 1 else f"{order.log.devices} × "
    return f"{many}{name}{', mirrored' * order.log.mirrored}"


def cable(order: Order, load: NamedLoad) -> str:
    """Return the cables."""
    pool = order.pool
    cables = pool.chains or pool.jbods
    return f"{number_of(cables, 'SAS cable')} of {shown_in(pool.cable_rate, 'B/s')}"


def disk(order: Order, load: NamedLoad) -> str:
    """Return the vdevs and their disks."""
    return pool_words(order)


def pool_words(order: Order) -> str:
    """Return the vdevs of a pool and their disks."""
    pool = order.pool
    one = order.pool.disks.ssd.capacity if pool.disks.kind == "ssd" else order.drive.capacity
    kind = f" {device(pool.disks.ssd.kind)}" if pool.disks.kind == "ssd" else ""
    size = shown_in(one, "B")
    if pool.layout == "stripe":
        return f"{number_of(pool.vdevs, 'disk')} of {size}{kind}"
    return f"{pool.vdevs} {pool.layout} of {pool.width} × {size}{kind}"


def flash(order: Order, load: NamedLoad) -> str:
    """Return the devices of the L2ARC."""
    one = order.cache.flash
    return f"L2ARC, {one.devices} × {CALLED.get(one.kind, one.kind)}"


def special(order: Order, load: NamedLoad) -> str:
    """Return the special vdev."""
    one = order.pool.special
    small = f", blocks to {shown_in(one.small, 'B')}" if one.small else ""
    return f"metadata{small} on {one.devices} × {CALLED.get(one.kind, one.kind)}"


class Part(NamedTuple):
    """A row of the page."""

    name: str
    group: str
    about: Callable[[Order, NamedLoad], str]
    sections: tuple[str, ...]  # of the order, whose settings it opens
    first: tuple[str, ...] = ()  # settings that stand open, dotted
    choices: tuple[tuple[str, dict[str, str]], ...] = ()  # what fits: name, settings
    there: Callable[[Order], bool] = lambda order: True
    lacks: str = "none"  # what stands there without it


def ram(*sizes: int) -> tuple[tuple[str, dict[str, str]], ...]:
    """Return choices of memory (GiB)."""
    return tuple((f"{size} GiB of memory", {"head.memory": f"{size}GiB"}) for size in sizes)


def logs(kind: str, devices: int = 1, **more: str) -> dict[str, str]:
    """Return the settings of log devices."""
    return {"log.devices": str(devices), "log.device.kind": kind, **more}


def ssds(layout: str, vdevs: int, width: int) -> dict[str, str]:
    """Return the settings of a pool of NVMe drives."""
    return {
        "pool.disks.kind": "ssd",
        "pool.disks.ssd.kind": "nvme-server",
        "pool.layout": layout,
        "pool.vdevs": str(vdevs),
        "pool.width": str(width),
    }


PARTS = {
    "programs": Part("Programs", "clients", programs, (), ()),
    "network": Part(
        "Network",
        "clients",
        network,
        ("network",),
        ("network.ports", "network.port_rate", "network.mtu"),
        (
            *tuple(
                (f"{rate} Gbit/s", {"network.port_rate": f"{rate}Gbit/s"})
                for rate in (1, 10, 25, 100)
            ),
            ("two ports", {"network.ports": "2"}),
        ),
    ),
    "cores": Part(
        "Cores",
        "head node",
        cores,
        ("head",),
        ("head.cores",),
        tuple((f"{count} cores", {"head.cores": str(count)}) for count in (4, 8, 16, 32, 64)),
    ),
    "cache": Part(
        "Read cache",
        "head node",
        cache,
        ("cache", "cache.feed"),
        ("head.memory", "cache.arc_share", "cache.prefetch"),
        ram(32, 128, 512, 1024),
    ),
    "log": Part(
        "Intent log",
        "head node",
        log,
        ("log",),
        ("filesystem.sync", "filesystem.datasets", "log.sizing"),
        (
            ("sync=standard", {"filesystem.sync": "standard"}),
            ("sync=disabled: nothing is safe", {"filesystem.sync": "disabled"}),
            ("sync=always", {"filesystem.sync": "always"}),
            ("a dataset for each of 4", {"filesystem.datasets": "4"}),
        ),
    ),
    "group": Part(
        "Changed data",
        "head node",
        group,
        ("groups", "filesystem", "filesystem.dedup"),
        ("filesystem.recordsize", "filesystem.compression", "groups.limit", "groups.interval"),
        (
            ("recordsize 8 KiB", {"filesystem.recordsize": "8KiB"}),
            ("recordsize 16 KiB", {"filesystem.recordsize": "16KiB"}),
            ("recordsize 128 KiB", {"filesystem.recordsize": "128KiB"}),
            ("recordsize 1 MiB", {"filesystem.recordsize": "1MiB"}),
            ("lz4", {"filesystem.compression": "lz4"}),
        ),
    ),
    "logdevice": Part(
        "Log device",
        "devices",
        logdevice,
        ("log.device",),
        ("log.devices", "log.mirrored", "log.device.kind"),
        (
            ("none: the log lies on the pool's disks", {"log.devices": "0"}),
            ("NVMe, no protection", logs("nvme-consumer")),
            ("NVMe, power-loss protection", logs("nvme-server")),
            ("the same, two", logs("nvme-server", 2)),
            ("the same, mirrored", logs("nvme-server", 2, **{"log.mirrored": "yes"})),
            ("SATA SSD, power-loss protection", logs("sata-server")),
            ("Optane", logs("optane")),
            ("Logzilla, 2009", logs("logzilla")),
            ("NVRAM, battery", logs("nvram")),
        ),
        lambda order: order.log.devices > 0,
    ),
    "flash": Part(
        "Flash cache",
        "devices",
        flash,
        ("cache.flash",),
        ("cache.flash.devices", "cache.flash.kind"),
        (
            ("none", {"cache.flash.devices": "0"}),
            ("one NVMe", {"cache.flash.devices": "1", "cache.flash.kind": "nvme-server"}),
            ("two NVMe", {"cache.flash.devices": "2", "cache.flash.kind": "nvme-server"}),
            (
                "four Readzillas, 2009",
                {"cache.flash.devices": "4", "cache.flash.kind": "readzilla"},
            ),
        ),
        lambda order: order.has("flash") and order.cache.flash.devices > 0,
    ),
    "special": Part(
        "Special vdev",
        "devices",
        special,
        ("pool.special",),
        ("pool.special.devices", "pool.special.kind", "pool.special.small"),
        (
            ("none", {"pool.special.devices": "0"}),
            ("two NVMe, metadata", {"pool.special.devices": "2"}),
            (
                "two NVMe, blocks to 16 KiB too",
                {"pool.special.devices": "2", "pool.special.small": "16KiB"},
            ),
        ),
        lambda order: order.pool.special.devices > 0,
    ),
    "cable": Part(
        "Cable",
        "devices",
        cable,
        (),
        ("pool.jbods", "pool.chains", "pool.hbas", "pool.cable_rate"),
        (
            ("two JBODs, a cable each", {"pool.jbods": "2"}),
            ("one JBOD", {"pool.jbods": "1"}),
        ),
        lambda order: order.pool.jbods > 0,
        "a port for each disk",
    ),
    "disk": Part(
        "Disks",
        "devices",
        disk,
        ("pool", "pool.disks", "pool.disks.ssd", "queue"),
        (
            "pool.layout",
            "pool.vdevs",
            "pool.width",
            "pool.disks.kind",
            "pool.disks.capacity",
            "pool.disks.ssd.kind",
            "pool.filled",
        ),
        (
            ("10 mirrors", {"pool.layout": "mirror", "pool.vdevs": "10", "pool.width": "2"}),
            ("4 RAID-Z1 of 5", {"pool.layout": "raidz1", "pool.vdevs": "4", "pool.width": "5"}),
            ("2 RAID-Z2 of 10", {"pool.layout": "raidz2", "pool.vdevs": "2", "pool.width": "10"}),
            ("1 dRAID2 of 20", {"pool.layout": "draid2", "pool.vdevs": "1", "pool.width": "20"}),
            ("12 mirrors of NVMe", ssds("mirror", 12, 2)),
            ("2 RAID-Z2 of 12 NVMe", ssds("raidz2", 2, 12)),
        ),
    ),
}
"""The rows from the programs to the devices."""
