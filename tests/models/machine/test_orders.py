"""A machine and its load are ordered here: what cannot be is refused in one line that says what
would be right."""

import re
from math import inf, nan

import pytest

from models.machine import (
    FREEBSD_BOX,
    NVRAM,
    SERVER_TODAY,
    SUN_7410,
    Local,
    Machine,
    Nfs,
    Order,
    Reads,
    ram_disk,
)
from models.machine.loads.iscsi import Iscsi
from models.machine.loads.resilver import Resilver
from models.machine.order import LAYOUTS, ORDERS
from models.machine.order.also import PARTS as ALSO_PARTS
from models.machine.order.also import SETTINGS, WHY
from models.machine.order.names import PATHS, full
from models.machine.order.parts import SECTIONS
from models.units import GiB, MiB, rpm
from models.zfs.allocator.metaslabs import Rules

SMALL = SUN_7410.order(pool={"layout": "mirror", "vdevs": 1})
SUN, BOX, TODAY = SUN_7410.order, FREEBSD_BOX.order, SERVER_TODAY.order
PARTS = "network, head, cache, flash, queue, drive queue"


REFUSED = {
    # pools
    "pool.layout must be one of stripe, mirror, raidz1, raidz2, raidz3, draid1, draid2, draid3, got 'raid5'": lambda: (
        SUN(pool={"layout": "raid5", "vdevs": 4})
    ),
    "pool.layout must be one of stripe, mirror, raidz1, raidz2, raidz3, draid1, draid2, draid3, got 'mirror:2'": lambda: (
        SUN(pool={"layout": "mirror:2"})
    ),
    "pool.vdevs must be 1-10000, got 0": lambda: SUN(pool={"layout": "mirror", "vdevs": 0}),
    "pool.vdevs must be 1-10000, got 1000000": lambda: SUN(
        pool={"layout": "mirror", "vdevs": 10**6}
    ),
    "pool.width must be 1-255, got 0": lambda: SUN(width=0),
    "pool.width must be 2 or more in a mirror, got 1": lambda: SUN(width=1),
    "pool.width must be 1 in a stripe (one disk per vdev), got 2": lambda: SUN(
        pool={"layout": "stripe", "vdevs": 4, "width": 2}
    ),
    "pool.width must be 3 or more in a raidz2, got 2": lambda: SUN(
        pool={"layout": "raidz2", "vdevs": 12, "width": 2}
    ),
    "pool.width must be 4 or more in a raidz3, got 3": lambda: SUN(
        pool={"layout": "raidz3", "vdevs": 1, "width": 3}
    ),
    "pool.width must be 1-255, got 10000": lambda: SUN(width=10_000),
    "pool.vdevs x pool.width disks and log.devices must be 216 or fewer in 2 JBODs, got 218 with 109 vdevs": lambda: (
        SUN(pool={"layout": "mirror", "vdevs": 109}).boxed
    ),
    "pool.vdevs x pool.width disks and log.devices must be 216 or fewer in 2 JBODs, got 217 with 215 vdevs": lambda: (
        SUN(pool={"layout": "stripe", "vdevs": 215}, log={"devices": 2}).boxed
    ),
    "pool.vdevs x pool.width disks and log.devices must be 10,000 or fewer, got 20,000 with 10,000 vdevs": lambda: (
        BOX(pool={"layout": "mirror", "vdevs": 10_000}).boxed
    ),
    "pool.ashift must be 9 or 12, got 0": lambda: SUN(ashift=0),
    "pool.ashift must be 9 or 12, got 4096": lambda: SUN(ashift=4096),
    "pool.ashift must be 9 or 12, got 10": lambda: Order(
        "server-today", settings={"pool.ashift": 10}
    ),
    "groups.kick must be 1,048,576 bytes (groups.limit) or less, got 1,048,577": lambda: SUN(
        groups={"limit": MiB, "kick": MiB + 1}
    ),
    "pool.jbods must be 0-10000, got -1": lambda: SUN(jbods=-1),
    # log devices
    "log.devices must be 0-108, got -1": lambda: SUN(log={"devices": -1}),
    "log.devices must be an even number if they are mirrored, such as 2, got 1": lambda: SUN(
        log={"devices": 1, "mirrored": True}
    ),
    "log.devices must be an even number if they are mirrored, such as 2 or 4, got 3": lambda: SUN(
        log={"devices": 3, "mirrored": True}
    ),
    "log.place must be one of jbod, head, got 'roof'": lambda: SUN(log={"place": "roof"}),
    "log.per_jbod must be 1-108, got 0": lambda: SUN(log={"per_jbod": 0}),
    "log.devices must be 0-108, got 10000": lambda: SUN(log={"devices": 10_000}),
    "log.devices must be 0 with filesystem.kind ufs, which uses one disk, got 1": lambda: BOX(
        filesystem="ufs", log={"devices": 1}
    ),
    "capacity must be above 0 bytes, got 0": lambda: ram_disk(0),
    # memory
    "log.devices in memory must hold less than 2,147,483,648 bytes (head.memory) in all, got 2,147,483,648": lambda: (
        BOX(memory=2 * GiB, log={"devices": 2, "device": ram_disk(1 * GiB)})
    ),
    "cache.arc must be 65,536 to 3,649,044,480 bytes (head.memory), got 4,294,967,296": lambda: BOX(
        arc=4 * GiB
    ),
    "cache.arc must be 65,536 to 137,438,953,472 bytes (head.memory), got 0; for the default, leave it out": lambda: (
        SUN(arc=0)
    ),
    "cache.arc must be 65,536 to 137,438,953,472 bytes (head.memory), got 1": lambda: SUN(arc=1),
    "cache.arc must be 8,192 to 137,438,953,472 bytes (head.memory), got 4,096": lambda: SUN(
        arc=4096, recordsize=8192
    ),
    "cache.flash.used must be 131072 bytes or more, got 1": lambda: Machine(
        SUN(flash={"devices": 1, "used": 1})
    ),
    "cache.flash.devices must be 0-108, got 109": lambda: SUN(flash={"devices": 109}),
    "cache.arc must be 65,536 to 137,438,953,472 bytes (head.memory), got 1,000,000,000,000,000": lambda: (
        TODAY(memory=128 * GiB, arc=10**15)
    ),
    "cache.meta_limit must be 0-1, got 2": lambda: SUN(meta_limit=2),
    "cache.meta_limit must be None with the feeder of 2015, whose lists mix data and metadata, got 0.25": lambda: (
        SUN(meta_limit=0.25, feed={"feeder": "2015"})
    ),
    "cache.feed.feeder must be one of 2008, 2010, 2015, got '2012'": lambda: SUN(
        feed={"feeder": "2012"}
    ),
    "cache.flash.devices must be 1 or more if held has a share on flash, got 0": lambda: SUN(
        held=(0.3, 0.3)
    ),
    "the part 'cache' must be present for this, got an order without it": lambda: (
        Machine(SMALL.bare()).cache
    ),
    # words and numbers
    "pool.disks.write_cache must be one of on, ignored, off, got 'maybe'": lambda: BOX(
        write_cache="maybe"
    ),
    "filesystem.kind must be one of zfs, ufs, raw, got 'fat'": lambda: BOX(filesystem="fat"),
    "filesystem.kind must be zfs or raw on the 7410, got ufs: the parameters of UFS are known only for the freebsd-box": lambda: (
        SUN(filesystem="ufs", pool={"layout": "stripe", "vdevs": 1})
    ),
    "filesystem.dedup.on must be False unless filesystem.kind is zfs and pool.allocator has no rules, got True": lambda: (
        BOX(dedup=True, filesystem="raw")
    ),
    "filesystem.dedup.table_memory must be below 136,365,211,648 bytes (cache.arc), got 150,000,000,000": lambda: (
        SUN(dedup={"on": True, "table_memory": 150 * 10**9})
    ),
    "filesystem.dedup.ratio must be 1-1000000, got 0.9": lambda: SUN(
        dedup={"on": True, "ratio": 0.9}
    ),
    "filesystem.dedup.ratio must be 1-1000000, got 1e+300": lambda: SUN(
        dedup={"on": True, "ratio": 1e300}
    ),
    "filesystem.dedup.unique must be 131072 or more, got 1": lambda: SUN(
        dedup={"on": True, "unique": 1}
    ),
    "filesystem.dedup.packed must be 0-1, got 1e+09": lambda: SUN(
        dedup={"on": True, "packed": 1e9}
    ),
    "filesystem.dedup.removal must be 0-100000, got 1e+07": lambda: SUN(
        dedup={"on": True, "removal": 1e7}
    ),
    "filesystem.dedup.entry must be 0-16384, got 1e+300": lambda: SUN(
        dedup={"on": True, "entry": 1e300}
    ),
    "hash_rate must be 1000000 or more, got 1": lambda: SUN(dedup=True, hash_rate=1),
    "filesystem.dedup.copies must be 1-3, got 9999": lambda: SUN(
        dedup={"on": True, "copies": 9999}
    ),
    "filesystem.dedup.free_threads must be 1-10000, got 0": lambda: SUN(
        dedup={"on": True, "free_threads": 0}
    ),
    "filesystem.dedup.overwrites must be True or False, got 1": lambda: SUN(
        dedup={"on": True, "overwrites": 1}
    ),
    "unknown setting 'filesystem.dedup.record'; perhaps filesystem.recordsize": lambda: SUN(
        dedup={"on": True, "record": 4096}
    ),
    "unique data of the pool must be 2.2e+13 bytes or less, got 30000000000000": lambda: Machine(
        SUN(dedup={"on": True, "unique": 30 * 10**12})
    ),
    "queue.rule must be one of deadline, fcfs, per class, with credit, got 'fair'": lambda: SUN(
        queue={"rule": "fair"}
    ),
    "unknown setting 'queue.depth'; perhaps pool.disks.depth": lambda: BOX(queue={"depth": 4}),
    "pool.disks.kind must be one of disk, array, ssd, got 'tape'": lambda: BOX(
        disks={"kind": "tape"}
    ),
    "pool.disks.kind must be disk or ssd without the drive queue, got array": lambda: BOX(
        disks={"kind": "array"}
    ).without("drive queue"),
    "log.wake must be one of first, random, last, got 'some'": lambda: Machine(
        BOX(log={"wake": "some"})
    ),
    "log.out must be above 0, got 0": lambda: Machine(SUN(log={"out": 0})),
    "filesystem.datasets must be 1-10000, got 0": lambda: SUN(datasets=0),
    "free must be 0-1, got 1.5": lambda: Rules(free=1.5),
    "slabs must be 1 or more, got 0": lambda: Rules(slabs=0),
    "groups.age must be 0 s or more, got -1": lambda: BOX(groups={"age": -1}),
    f"left_out must be one of {PARTS}, got 'fan'": lambda: SUN_7410.without("fan"),
    "seed must be a whole number, got 1.5": lambda: Machine(SMALL, 1.5),
    # constants of the catalogue
    "unknown setting 'spindles': the number of disks is pool.vdevs times pool.width": lambda: BOX(
        spindles=2
    ),
    "filesystem.recordsize must be a power of two from 512 bytes to 1 MiB, got 3000; the nearest are 2048 and 4096": lambda: (
        BOX(recordsize=3000)
    ),
    "pool.disks.speed must be 3600-15000 rpm, got 60": lambda: BOX(speed=1.0),
    "pool.disks.speed must be 3600-15000 rpm, got 20000": lambda: SUN(speed=20_000 * rpm),
    "pool.disks.speed must be 3600-15000 rpm, got nan": lambda: BOX(speed=nan),
    "pool.disks.command must be 0 s or more, got -1e-06": lambda: BOX(command=-1e-6),
    "groups.interval must be a finite number, above 0, got inf": lambda: BOX(
        groups={"interval": inf}
    ),
    "log.device.access must be 0 s or more, got -1": lambda: SUN(log={"device.access": -1.0}),
    "log.device.rate must be above 0 B/s, got 0": lambda: Machine(
        SUN(log={"devices": 1, "device": {"rate": 0}})
    ),
    "head.cores must be 1-10000, got 0": lambda: SUN(cores=0),
    "pool.disks.depth must be 1-10000, got 0": lambda: TODAY(depth=0),
    "pool.cable_rate must be above 0 B/s, got 0": lambda: SUN(cable_rate=0),
    "pool.disks.speed_error must be 0 or more and below 1, got 1": lambda: SUN(speed_error=1),
    "pool.disks.speed_errors must be 0 or more and below 1, got 2": lambda: SUN(
        speed_errors=(0.0, -2)
    ),
    "pool.disks.media_rate must be 112,117 bytes/s or more, so that a track holds a sector, got 1": lambda: (
        Machine(SUN(media_rate=1))
    ),
    "pool.disks.capacity must be more than a track of 1,227,333 bytes, got 10": lambda: BOX(
        disks={"capacity": 10}
    ),
    "groups.interval must be above 0, got 0": lambda: BOX(groups={"interval": 0}),
    "groups.interval must be 0.001 s or more, got 1e-09": lambda: BOX(groups={"interval": 1e-9}),
    "network.port_rate must be 125000 B/s or more, got 0": lambda: TODAY(port_rate=0),
    "cache.flash.rate must be above 0 B/s, got 0": lambda: SUN(flash={"devices": 1, "rate": 0}),
    "cache.flash.channels must be 1-10000, got 0": lambda: SUN(flash={"devices": 1, "channels": 0}),
    "network.mtu must be 576-65536 bytes, got 10": lambda: TODAY(mtu=10),
    "head.memory must be 65536 bytes or more, got 0": lambda: TODAY(memory=0),
    "head.cores must be 1-10000, got 1000000": lambda: SUN(cores=10**6),
    "log.granule must be 1 or more, got 0": lambda: Machine(BOX(granule=0)),
    "filesystem.ufs.block must be 1-1073741824 bytes, got 0": lambda: BOX(
        filesystem="ufs", ufs={"block": 0}
    ),
    "filesystem.ufs.block must be 1-1073741824 bytes, got 1.000e+15": lambda: BOX(
        filesystem="ufs", ufs={"block": 1e15}
    ),
    "pool.disks.seek_full must be 0-1 s, got 5": lambda: SUN(seek_full=5),
    "pool.disks.seek_curve must be 0-1, got 1e+300": lambda: SUN(
        seek_curve=((0, 1e300), (1, 1e300))
    ),
    # loads
    "threads must be 1 or more, got 0": lambda: Nfs(threads=0),
    "clients must be 1 or more, got 0": lambda: Nfs(clients=0),
    "clients x threads must be 50,000 or less, got 10000 x 10000": lambda: Nfs(10_000, 10_000),
    "initiators x threads must be 50,000 or less, got 10000 x 6": lambda: Iscsi(10_000, 6),
    "work must be 0-1000, got -1": lambda: Iscsi(work=-1),
    "work must be 0-1000, got 1e+300": lambda: Iscsi(work=1e300),
    "port must be 1000 B/s or more, got 1e-300": lambda: Iscsi(port=1e-300),
    "data of all held LUNs must be 136365211648 or less, got 1099511627776": lambda: Machine(
        SUN_7410
    ).start(Iscsi(held=True, blocks=Reads(2.0**40))),
    "network.ports must be 1 or more for NFS, or the network must be left out, got 0": lambda: (
        Machine(SMALL.order(ports=0)).start(Nfs())
    ),
    **{
        f"size must be 65,536 blocks or less, 33554432 bytes with a recordsize of 512, got {size}": lambda load=load: (
            Machine(SMALL.order(recordsize=512)).start(load)
        )
        for size, load in ((GiB, Nfs(size=GiB)), (GiB // 2, Iscsi(size=GiB // 2)))
    },
    "size must be 1-1073741824 bytes, got 0": lambda: Nfs(size=0),
    "size must be 1-1073741824 bytes, got -8192": lambda: Local(size=-8192),
    "size must be a whole number, 1-1073741824 bytes, got 8192.0": lambda: Local(size=8192.0),
    "threads must be a whole number, 1-10000, got 0.5": lambda: Local(threads=0.5),
    "think must be a finite number, 0 s or more, got inf": lambda: Local(think=inf),
    "reads must be 0-1, got 2": lambda: Nfs(reads=2),
    "rate must be 0-10000000 1/s, got -1": lambda: Nfs(rate=-1),
    "rate must be 0-10000000 1/s, got 1e+12": lambda: Nfs(rate=1e12),
    "data must be 1,939,393,939,393 bytes or less, the capacity of the pool, got 2,000,000,000,000": lambda: (
        Machine(SMALL.order(pool={"layout": "raidz2", "vdevs": 1, "jbods": 0, "width": 4})).start(
            Nfs(reads=1, blocks=Reads(2e12))
        )
    ),
    "stable must be 0-2, got 9": lambda: Nfs(stable=9),
    "skew must be 0-4, got 9": lambda: Reads(skew=9),
    "data must be 8192 bytes (size) or more, got 4096": lambda: Machine(SMALL).start(
        Nfs(reads=1, blocks=Reads(4096))
    ),
    "data must be 1,000,000,000,000 bytes or less, the capacity of the pool, got 1,000,000,000,000,000": lambda: (
        Machine(SMALL).start(Nfs(reads=1, blocks=Reads(1e15)))
    ),
    "data must be 1,000,000,000,000 bytes or less, the capacity of the pool, got 1,200,000,000,000": lambda: (
        Machine(SMALL).start(Iscsi(3, blocks=Reads(4e11)))
    ),
    "head.cpu_write and head.cpu_network must be above 0 for iscsi, got 0 and 0 s": lambda: Machine(
        FREEBSD_BOX
    ).start(Iscsi()),
    "new must be 0-1, got 2": lambda: Machine(SMALL).start(Resilver(iter([]), new=2)),
    "new must be 0-0, got 1": lambda: Machine(FREEBSD_BOX).start(Resilver(iter([]), new=1)),
    "at must be a number, 0 s or more, got None": lambda: Nfs(at=None),
    "turnaround must be 0 s or more, got -0.001": lambda: Machine(SMALL).start(
        Nfs(turnaround=-0.001)
    ),
    "network.turnaround must be a time for NFS, such as 0.3 ms, got none": lambda: Machine(
        FREEBSD_BOX
    ).start(Nfs()),
    "spread must be 0-1, got 1.5": lambda: Machine(SMALL).start(Nfs(spread=1.5)),
    "threads must be 1 on UFS, whose model writes one file, got 3": lambda: Machine(
        BOX(filesystem="ufs")
    ).start(Local(3)),
    "seconds must be 1e-06 or more, got 0": lambda: Machine(SMALL).run(seconds=0),
    "seconds must be 1e-06 or more, got 1e-300": lambda: Machine(SMALL).run(seconds=1e-300),
    "op must be one of read, write, got 'flush'": lambda: Machine(SMALL).trace("flush"),
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_cannot_be_is_refused_in_one_line(line):
    with pytest.raises(ValueError) as refused:
        REFUSED[line]()
    assert str(refused.value) == line


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (lambda: Order("vax"), "unknown machine 'vax'; known: "),
        (lambda: SUN(head="vax"), "head.model must be one of head-7210,"),
        (lambda: SUN(disks={"model": "vax"}), "pool.disks.model must be one of freebsd-box, 7410,"),
        (
            lambda: Order("7410", {"zebra": 1}),
            "unknown setting 'zebra'; an order has the parts pool,",
        ),
        (lambda: SUN(log={"sizes": 1}), "unknown setting 'log.sizes'; "),
        (lambda: SUN(logs=2), "logs is now called log.devices"),
        (
            lambda: SUN(flush=False),
            "flush is short for several settings: pool.disks.flush, pool.disks.ssd.flush, log.flush,",
        ),
        (
            lambda: SUN(log={"device": 7}),
            "log.device.kind must be one of logzilla, nvram, sata-consumer,",
        ),
        (
            lambda: SUN(queue=7),
            "queue must be one of its settings, because it is a part: queue.rule, ",
        ),
        (lambda: SUN(vdevs=2, pool={"vdevs": 3}), "pool.vdevs must have one value, got 2 and 3"),
    ],
)
def test_a_word_that_nobody_knows_is_refused_with_those_that_are_known(order, words):
    with pytest.raises(ValueError) as refused:
        order()
    assert str(refused.value).startswith(words) and "\n" not in str(refused.value)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_vdev_of_as_many_disks_as_its_layout_needs_is_a_machine(layout):
    order = SUN(pool={"layout": layout, "vdevs": 2, "width": LAYOUTS[layout].least})
    assert len(Machine(order).disks) == order.pool.count == 2 * LAYOUTS[layout].least


def test_a_log_outside_memory_needs_none():
    assert Machine(BOX(memory=64 * MiB, log={"devices": 4, "device": NVRAM})).log_vdevs


def test_what_flash_holds_is_read_from_disk_where_flash_is_left_out():
    ran = Machine(SUN(held=(0.3, 0.3), flash={"devices": 1}).without("flash")).run(
        Nfs(4, 4, reads=1.0), seconds=0.2
    )
    assert ran.tiers["disk"] == pytest.approx(0.7, abs=0.1) and not ran.tiers["flash"]


def test_an_order_keeps_its_settings_when_it_is_given_others():
    order = (
        SUN(cores=8, log={"devices": 2})
        .without("cache")
        .order(speed=10_000 * rpm, log={"devices": 4})
    )
    assert (order.head.cores, order.log.devices, order.has("cache")) == (8, 4, False)
    added = {name: v for name, v in order.settings.items() if name not in SUN_7410.settings}
    assert added == {"head.cores": 8, "log.devices": 4, "pool.disks.speed": 10_000 * rpm}


def test_a_part_alone_says_what_it_is_and_a_whole_part_is_taken_as_it_stands():
    order = SUN(log=2, flash=3)
    assert (order.log.devices, order.cache.flash.devices) == (2, 3)
    assert SUN(log={"device": NVRAM}).log.device == NVRAM
    assert SUN(log={"device": "nvram"}).log.device == NVRAM
    assert TODAY(pool=SUN_7410.pool).pool == SUN_7410.pool


@pytest.mark.parametrize("order", ORDERS.values(), ids=list(ORDERS))
def test_every_setting_has_one_dotted_name_and_says_its_value(order):
    for path in PATHS:
        assert full(path) == path
        order.value(path)
    assert order.value("recordsize") == order.filesystem.recordsize


@pytest.mark.parametrize("order", ORDERS.values(), ids=list(ORDERS))
def test_what_follows_another_setting_follows_it_until_it_is_set(order):
    wide = order.order(pool={"layout": "raidz3", "vdevs": 1, "width": None})
    assert wide.pool.width == LAYOUTS["raidz3"].disks and wide.order(width=5).pool.width == 5
    small = order.order(memory=2 * GiB)
    assert small.cache.arc == 2 * GiB * max(0.5, small.cache.arc_share)
    assert small.groups.limit == int(2 * GiB * small.groups.memory_share)
    assert small.order(groups={"limit": MiB}).groups.limit == MiB
    fast = order.order(speed=1.5 * order.drive.speed)
    assert order.drive.media_rate < fast.drive.media_rate < 1.5 * order.drive.media_rate
    assert fast.order(media_rate=1e8).drive.media_rate == 1e8


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("zfs_txg_timeout", "groups.interval"),
        ("txg.timeout", "groups.interval"),
        ("zfs_vdev_async_write_max_active", "queue.async_write_max"),
        ("l2arc_write_max", "cache.feed.write"),
        ("zfs_arc_max", "cache.arc"),
        ("arc.size", "cache.arc"),
        ("logbias", "log.bias"),
        ("slog.latency", "log.device.access"),
        ("drive.rpm", "pool.disks.speed"),
        ("volblocksize", "filesystem.recordsize"),
        ("Head.RAM", "head.memory"),
        ("filesystem.logbias", "log.bias"),
        ("cache.l2arc_latency", "cache.flash.access"),
        ("zfs_delay_scale", "groups.delay_scale"),
        ("log.kind", "log.device.kind"),
    ],
)
def test_a_setting_may_be_called_as_openzfs_fio_and_data_sheets_call_it(name, path):
    assert full(name) == path


def test_other_names_are_of_settings_and_never_the_name_of_one():
    assert SETTINGS.keys() <= PATHS.keys() and ALSO_PARTS.keys() <= SECTIONS.keys()
    for path, words in SETTINGS.items():
        section = path.rpartition(".")[0]
        for word in words.split():
            assert full(word if "." in word else f"{section}.{word}") == path, (path, word)


@pytest.mark.parametrize(("word", "why"), WHY.items())
def test_words_for_what_the_machine_lacks_are_refused_with_the_reason(word, why):
    with pytest.raises(ValueError, match=re.escape(f"'zfs.{word}': {why}")):
        full(f"zfs.{word}")


@pytest.mark.parametrize("name", ["latency", "bandwidth", "size", "type"])
def test_another_name_of_several_settings_is_refused_without_its_part(name):
    with pytest.raises(ValueError, match=f"^{name} is short for several settings: "):
        full(name)
