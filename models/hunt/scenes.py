"""Servers that are broken on purpose: base servers and their loads, faults, and harmless oddities.

A seed draws one of each, how severe the fault is, and which disk it takes. No fault belongs to one base
server, so that nothing is known of it before a tool is asked."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from models.check import seeded
from models.head.nic import GIGABIT, TEN_GIGABIT
from models.hunt.clients import Clients, InOrder
from models.lab.events import Event
from models.machine.loads.blocks import Reads
from models.machine.order import SERVER_TODAY, Order
from models.protocols.nfs.server import FILE_SYNC, UNSTABLE
from models.units import GB, TB, GiB, KiB, MiB, TiB, ms
from models.zfs.allocator.allocator import Holes

DATASETS = ("db", "web", "media", "home", "farm", "backup")
"""The datasets of the pool, by number. Each load has the one of its name."""
RECORD, LARGE, CHUNK = 16 * KiB, 512 * KiB, 64 * KiB
"""Bytes of a request of databases and web servers, of those that read large files, and of files that are saved."""
WARM, SECONDS = 0.5, 3
"""Seconds before the tools look, and seconds at which they look."""


class Scene(NamedTuple):
    """A server and what happens to it."""

    order: Order
    loads: tuple[Clients, ...]
    events: tuple[Event, ...] = ()

    def load(self, name: str) -> Clients:
        """Return the load of a name."""
        return next(one for one in self.loads if one.named == name)

    def changed(self, name: str, **settings: Any) -> "Scene":
        """Return the scene with other settings of one load."""
        loads = [replace(one, **settings) if one.named == name else one for one in self.loads]
        return self._replace(loads=tuple(loads))

    def ordered(self, **settings: object) -> "Scene":
        """Return the scene with some settings of the machine changed."""
        return self._replace(order=self.order.order(settings))

    def joined(self, load: Clients) -> "Scene":
        """Return the scene with one more load, in place of one of the same name."""
        others = [one for one in self.loads if one.named != load.named]
        return self._replace(loads=(*others, load))


class Base(NamedTuple):
    """A server and its loads, all well."""

    words: str
    layout: str
    width: int
    vdevs: int
    log: str  # kind of its log device
    db: int  # clients
    web: int
    home: int
    miss: float  # share of the web servers' reads that go to disk


BASES = {
    "mirrors": Base(
        "four mirrors of two hard disks, a consumer's NVMe as log",
        "mirror",
        2,
        4,
        "nvme-consumer",
        db=8,
        web=8,
        home=3,
        miss=0.3,
    ),
    "RAID-Z2": Base(
        "two RAID-Z2 of seven hard disks, a consumer's SATA SSD as log",
        "raidz2",
        7,
        2,
        "sata-consumer",
        db=5,
        web=5,
        home=2,
        miss=0.25,
    ),
    "wide mirrors": Base(
        "three mirrors of three hard disks, a server's SATA SSD as log",
        "mirror",
        3,
        3,
        "sata-server",
        db=7,
        web=9,
        home=4,
        miss=0.35,
    ),
}
ARC, MEDIA = 384 * MiB, 128 * MiB
"""Size of the ARC, and what is read of it again and again by the load "media". Small, so that a run of seconds fills it."""
OTHERS = 63 * GiB
"""Memory that other programs of the server hold, so that it is well with a small ARC."""


ALMOST = 0.94
"""How full a pool was the day before it was full."""
OVERWRITTEN = 3.0
"""Times that each block was overwritten, and so moved, on average."""


def built(base: Base, random: Random) -> Scene:
    """Return a base server with its loads. The seed draws how full the pool is."""
    order = SERVER_TODAY.order(
        {
            "pool.layout": base.layout,
            "pool.width": base.width,
            "pool.vdevs": base.vdevs,
            "pool.filled": random.uniform(0.4, 0.7),
            "pool.overwritten": OVERWRITTEN,
            "log.devices": 1,
            "log.device.kind": base.log,
            "cache.arc": ARC,
            "cache.pointers_held": True,
            "head.memory": 64 * GiB,
            "filesystem.datasets": len(DATASETS),
            "filesystem.recordsize": None,
            "network.port_rate": TEN_GIGABIT,
            "groups.age": 2.5,
        }
    )
    web = Reads(data=(ARC - MEDIA) / (1 - base.miss))
    return Scene(
        order,
        (
            of("db", base.db, RECORD, 15 * ms, over=True, blocks=Reads(data=16 * GiB)),
            of("web", base.web, RECORD, 12 * ms, reads=1.0, blocks=web, begin=1 * TiB),
            of(
                "media",
                4,
                LARGE,
                15 * ms,
                reads=1.0,
                blocks=Reads(data=MEDIA),
                begin=4 * TiB,
                block=LARGE,
            ),
            of("home", base.home, CHUNK, 20 * ms, stable=UNSTABLE, commits=16),
        ),
    )


def of(name: str, clients: int, size: int, turnaround: float, **settings: Any) -> Clients:
    """Return a load in the dataset of its name."""
    own = {"named": name, "dataset": DATASETS.index(name), **settings}
    return Clients(clients=clients, size=size, turnaround=turnaround, **own)


def slow_disk(scene: Scene, random: Random) -> Scene:
    """Let each access of one disk take four to eight times as long."""
    disk = random.randrange(scene.order.pool.count)
    options = {"disk": disk, "times": random.uniform(4, 8)}
    return scene._replace(events=(*scene.events, Event(0.0, "slow disk", "a", options)))


def misaligned(scene: Scene, random: Random) -> Scene:
    """Let the databases' file begin a few sectors beyond a record."""
    return scene.changed("db", begin=512 * random.choice((1, 8, 9, 63)))


def synchronous(scene: Scene, random: Random) -> Scene:
    """Let each write to the home directories be safe when it is answered."""
    return scene.changed("home", stable=FILE_SYNC, commits=0)


def log_dies(scene: Scene, random: Random) -> Scene:
    """Let the log device die."""
    return scene._replace(events=(*scene.events, Event(0.0, "log device dies")))


def resilver(scene: Scene, random: Random) -> Scene:
    """Resilver a disk of one vdev."""
    options = {"vdev": random.randrange(scene.order.pool.vdevs)}
    return scene._replace(events=(*scene.events, Event(0.0, "resilver", "a", options)))


def link_falls(scene: Scene, random: Random) -> Scene:
    """Let the link fall to 1 Gbit/s."""
    return scene.ordered(**{"network.port_rate": GIGABIT})


def dedup(scene: Scene, random: Random) -> Scene:
    """Let the dedup table be many times its memory, while a snapshot is deleted."""
    return scene.ordered(
        **{
            "filesystem.dedup.on": True,
            "filesystem.dedup.unique": random.uniform(4, 8) * TB,
            "filesystem.dedup.table_memory": 256 * MiB,
            "filesystem.dedup.removal": random.uniform(300, 600),
        }
    )


def scanned(scene: Scene, random: Random) -> Scene:
    """Let a backup read all files in order."""
    return scene.joined(backup(random.choice((2, 3)), 5 * ms))


def backup(clients: int, turnaround: float) -> Clients:
    """Return clients that read a file in order, much larger than memory."""
    whole = InOrder(data=64 * GiB)
    return of(
        "backup", clients, LARGE, turnaround, reads=1.0, blocks=whole, begin=8 * TiB, block=LARGE
    )


def crowd(scene: Scene, random: Random) -> Scene:
    """Let a farm of clients make synchronous writes in one dataset."""
    return scene.joined(of("farm", random.randrange(20, 31), 32 * KiB, 12 * ms))


def full(scene: Scene, random: Random) -> Scene:
    """Let the pool be 96 % full, its free space in small holes."""
    holes = Holes(random.choice((16, 32)) * KiB, 0.99)
    return scene.ordered(**{"pool.filled": 0.96, "pool.allocator": holes})


def grown(scene: Scene, random: Random) -> Scene:
    """Let each load have about twice as many clients."""
    for one in scene.loads:
        if one.named in ("db", "web", "media", "home"):
            scene = scene.changed(one.named, clients=round(random.uniform(1.9, 2.3) * one.clients))
    return scene


def outgrown(scene: Scene, random: Random) -> Scene:
    """Let the web servers read four to six times as much data, each as often as before."""
    data = scene.load("web").blocks.data * random.uniform(4, 6)
    return scene.changed("web", blocks=Reads(data=data))


class Fault(NamedTuple):
    """Something that is wrong, and what a player chooses to say so."""

    words: str
    act: Callable[[Scene, Random], Scene] | None  # None: it never is


FAULTS = {
    "slow disk": Fault("one disk is slow", slow_disk),
    "misaligned": Fault("a client writes across the borders of records", misaligned),
    "synchronous": Fault("a mount has become synchronous", synchronous),
    "log died": Fault("the log device has died", log_dies),
    "resilver": Fault("a disk is resilvered", resilver),
    "link": Fault("the link has fallen to 1 Gbit/s", link_falls),
    "dedup": Fault("the dedup table is larger than its memory", dedup),
    "scan": Fault("a scan of all files has drowned the cache", scanned),
    "crowd": Fault("a crowd of new clients waits for the log", crowd),
    "full": Fault("the pool is nearly full, and its space in pieces", full),
    "grown": Fault("nothing is wrong: all loads have grown", grown),
    "outgrown": Fault("the data in use has outgrown memory", outgrown),
    "cores": Fault("the cores are too slow", None),
    "threads": Fault("the NFS server has too few threads", None),
}
"""The choices of a diagnosis by name. Those without an act are never the case, as far as these seeds go."""


def warm_disk(scene: Scene, random: Random) -> Scene:
    """Let one disk be a third slower than the others."""
    options = {"disk": random.randrange(scene.order.pool.count), "times": 1.3}
    return scene._replace(events=(*scene.events, Event(0.0, "slow disk", "a", options)))


def small_table(scene: Scene, random: Random) -> Scene:
    """Let there be deduplication whose table is in memory."""
    return scene.ordered(
        **{
            "filesystem.dedup.on": True,
            "filesystem.dedup.unique": 50 * GB,
            "filesystem.dedup.table_memory": 256 * MiB,
        }
    )


def fuller(scene: Scene, random: Random) -> Scene:
    """Let the pool be four fifths full."""
    return scene.ordered(**{"pool.filled": 0.82})


def small_backup(scene: Scene, random: Random) -> Scene:
    """Let a backup read a little."""
    return scene.joined(backup(1, 100 * ms))


def small_packets(scene: Scene, random: Random) -> Scene:
    """Let the network have packets of 1,500 bytes."""
    return scene.ordered(**{"network.mtu": 1500})


def lone_writer(scene: Scene, random: Random) -> Scene:
    """Let one client make a few synchronous writes in the farm's dataset."""
    return scene.joined(of("farm", 1, 32 * KiB, 60 * ms))


ODDITIES: dict[str, Callable[[Scene, Random], Scene]] = {
    "one disk is a third slower than the others, which nobody feels": warm_disk,
    "deduplication is on, and its table is in memory": small_table,
    "the pool is four fifths full, in large pieces": fuller,
    "a backup reads a little": small_backup,
    "packets have 1,500 bytes": small_packets,
    "one client makes a few synchronous writes": lone_writer,
}
"""Oddities that do no harm, in words."""


class Case(NamedTuple):
    """What a seed draws: a server, its fault and its harmless oddity."""

    seed: int
    base: str  # one of BASES
    fault: str  # one of FAULTS
    oddity: str  # one of ODDITIES
    scene: Scene
    before: Scene  # as it was before the fault


class Drawn(NamedTuple):
    """What a seed draws first."""

    base: str  # one of BASES
    fault: str  # one of FAULTS
    oddity: str  # one of ODDITIES


def drawn(random: Random) -> Drawn:
    """Return what a random generator draws first."""
    base = random.choice([*BASES])
    fault = random.choice([name for name, one in FAULTS.items() if one.act])
    oddities = [name for name, act in ODDITIES.items() if fault != "full" or act is not fuller]
    return Drawn(base, fault, random.choice(oddities))


def fault_of(seed: int) -> str:
    """Return the fault of a seed. Raise ValueError unless the seed is a whole number."""
    return drawn(seeded(seed)).fault


def case_of(seed: int) -> Case:
    """Return the case of a seed. Raise ValueError unless it is a whole number."""
    random = seeded(seed)
    base, fault, oddity = drawn(random)
    well = built(BASES[base], random)
    act = FAULTS[fault].act
    assert act is not None
    before = ODDITIES[oddity](well, random)
    if fault == "full":
        before = before.ordered(**{"pool.filled": ALMOST})
    return Case(seed, base, fault, oddity, act(before, random), before)


COMPLAINTS = (
    "“It is slow today. Yesterday it was not.”",
    "“The phone has not stopped since ten. Everybody says they wait for the server.”",
    "“We changed nothing. And now it hangs.”",
    "“Is it the network again? Or is it you?”",
    "“Nothing is down, all lights are green. It only takes longer than it did.”",
)
"""What users say, who do not know what is broken either: the words do not depend on the fault."""


def complaint(seed: int) -> str:
    """Return what the users of a seed's server say."""
    return COMPLAINTS[seed % len(COMPLAINTS)]
