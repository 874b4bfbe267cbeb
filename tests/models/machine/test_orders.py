"""A machine and its load are ordered here: what cannot be is refused in one line that says what
would be right."""

from math import inf, nan

import pytest

from models.catalogue.machines import values
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
from models.machine.order import LAYOUTS
from models.machine.loads.resilver import Resilver
from models.units import GiB, MiB, rpm
from models.zfs.allocator.metaslabs import Rules

SMALL = SUN_7410.order(pool={"layout": "mirror", "vdevs": 1})
SUN, BOX, TODAY = SUN_7410.order, FREEBSD_BOX.order, SERVER_TODAY.order
PARTS = "network, head, cache, flash, queue, drive queue"


def made(order):
    return lambda: Machine(order)


REFUSED = {
    # pools
    "layout must be one of stripe, mirror, raidz1, raidz2, raidz3, got 'raid5'": lambda: SUN(
        pool={"layout": "raid5", "vdevs": 4}
    ),
    "pool must be (LAYOUT, VDEVS), such as ('mirror', 22), got 'mirror:2'": lambda: SUN(
        pool="mirror:2"
    ),
    "vdevs must be 1 or more, got 0": lambda: SUN(pool={"layout": "mirror", "vdevs": 0}),
    "vdevs must be 1-10000, got 1000000": lambda: SUN(pool={"layout": "mirror", "vdevs": 10**6}),
    "width must be 1 or more, got 0": lambda: SUN(width=0),
    "width of a mirror must be 2 or more disks, got 1": lambda: SUN(width=1),
    "width of a stripe must be 1 (each disk is a vdev), got 2": lambda: SUN(
        pool={"layout": "stripe", "vdevs": 4, "width": 2}
    ),
    "width of a raidz2 must be 3 or more disks, got 2": lambda: SUN(
        pool={"layout": "raidz2", "vdevs": 12, "width": 2}
    ),
    "width of a raidz3 must be 4 or more disks, got 3": lambda: SUN(
        pool={"layout": "raidz3", "vdevs": 1, "width": 3}
    ),
    "width must be 1-255, got 10000": lambda: SUN(width=10_000),
    "disks and log devices in 2 jbods must be 1-216, got 218": SUN(
        pool={"layout": "mirror", "vdevs": 109}
    ).boxed,
    "disks and log devices in 2 jbods must be 1-216, got 217": SUN(
        pool={"layout": "stripe", "vdevs": 215}, log={"devices": 2}
    ).boxed,
    "disks and log devices in 0 jbods must be 1-10000, got 20000": BOX(
        pool={"layout": "mirror", "vdevs": 10_000}
    ).boxed,
    "sector must be 512 or 4096 bytes, got 0": lambda: SUN(sector=0),
    "sector must be 512 or 4096 bytes, got 3": lambda: SUN(sector=3),
    "sector must be 512 or 4096 bytes, got 1024": lambda: Order(
        "server-today", constants={"sector": 1024}
    ),
    "jbods must be 0 or more, got -1": lambda: SUN(jbods=-1),
    # log devices
    "logs must be 0 or more, got -1": lambda: SUN(log={"devices": -1}),
    "mirrored log devices come in pairs, got 1: take 2, or leave them unmirrored": lambda: SUN(
        log={"devices": 1, "mirrored": True}
    ),
    "mirrored log devices come in pairs, got 3: take 2 or 4, or leave them unmirrored": lambda: SUN(
        log={"devices": 3, "mirrored": True}
    ),
    "logs_at must be one of jbod, head, got 'roof'": lambda: SUN(log={"place": "roof"}),
    "logs_a_jbod must be 1 or more, got 0": lambda: SUN(log={"per_jbod": 0}),
    "logs must be 0-108, got 10000": lambda: SUN(log={"devices": 10_000}),
    "ufs must lie on one disk alone; log devices, flash and other pools are for zfs": lambda: BOX(
        filesystem="ufs", log={"devices": 1}
    ),
    "capacity must be above 0, got 0": lambda: ram_disk(0),
    # memory
    "logs in memory must be below the 2,147,483,648 bytes of memory, got 2,147,483,648": lambda: (
        BOX(memory=2 * GiB, log={"devices": 2, "device": ram_disk(1 * GiB)})
    ),
    "arc must be at most the 3,649,044,480 bytes of memory, got 4,294,967,296": lambda: BOX(
        arc=4 * GiB
    ),
    "arc must be 65536 bytes or more, got 0": lambda: SUN(arc=0),
    "arc must be 65536 bytes or more, got 1": lambda: SUN(arc=1),
    "arc must be 8192 bytes or more, got 4096": lambda: SUN(arc=4096, recordsize=8192),
    "flash_size must be 131072 bytes or more, got 1": made(SUN(flash={"devices": 1, "used": 1})),
    "flash must be 0-108, got 109": lambda: SUN(flash={"devices": 109}),
    "arc_max must be at most the 137,438,953,472 bytes of memory, got 1,000,000,000,000,000": lambda: (
        TODAY(memory=128 * GiB, arc=10**15)
    ),
    "meta_limit must be 0-1, got 2": lambda: SUN(meta_limit=2),
    "meta_limit must be None with a cache of 2015, whose lists hold data and metadata alike": lambda: (
        SUN(meta_limit=0.25, feed={"feeder": "2015"})
    ),
    "feeder must be one of 2008, 2010, 2015, got '2012'": lambda: SUN(feed={"feeder": "2012"}),
    "flash devices must be 1 or more to hold blocks, got 0": lambda: SUN(held=(0.3, 0.3)),
    "the cache must not be left out for that": lambda: Machine(SMALL.bare()).cache,
    # words and numbers
    "disk_cache must be one of on, ignored, off, got 'maybe'": lambda: BOX(write_cache="maybe"),
    "filesystem must be one of zfs, ufs, raw, got 'fat'": lambda: BOX(filesystem="fat"),
    "ufs must be ordered with a machine that has a ufs_block, such as the freebsd-box, got the 7410": lambda: (
        SUN(filesystem="ufs", pool={"layout": "stripe", "vdevs": 1})
    ),
    "dedup must be ordered with zfs and next fit, got another file system or allocator": lambda: (
        BOX(dedup=True, filesystem="raw")
    ),
    "memory of dedup must be below the 136,365,211,648 bytes of the ARC, got 150,000,000,000": lambda: (
        SUN(dedup={"memory": 150 * 10**9})
    ),
    "ratio must be 1-1000000, got 0.9": lambda: SUN(dedup={"ratio": 0.9}),
    "ratio must be 1-1000000, got 1e+300": lambda: SUN(dedup={"ratio": 1e300}),
    "unique must be 131072 or more, got 1": lambda: SUN(dedup={"unique": 1}),
    "packed must be 0-1, got 1e+09": lambda: SUN(dedup={"packed": 1e9}),
    "removal must be 0-100000, got 1e+07": lambda: SUN(dedup={"removal": 1e7}),
    "entry must be 0-16384, got 1e+300": lambda: SUN(dedup={"entry": 1e300}),
    "hash_rate must be 1000000 or more, got 1": lambda: SUN(dedup={"hash_rate": 1}),
    "copies must be 1-3, got 9999": lambda: SUN(dedup={"copies": 9999}),
    "frees must be 1 or more, got 0": lambda: SUN(dedup={"frees": 0}),
    "overwrites must be True or False, got 1": lambda: SUN(dedup={"overwrites": 1}),
    "a setting of dedup must be one of unique, memory, ratio, popular, overwrites, removal, entry, block, packed, copies, "
    "threads, frees, hash_rate, got 'record'": lambda: SUN(dedup={"record": 4096}),
    "unique data of the pool must be 2.2e+13 bytes or less, got 30000000000000": made(
        SUN(dedup={"unique": 30 * 10**12})
    ),
    "rule must be one of deadline, fcfs, per class, with credit, got 'fair'": lambda: SUN(
        queue={"rule": "fair"}
    ),
    "a setting of zfs_queue must be one of aggregation, gap, dirty, start, ramp, got 'depth'": lambda: (
        BOX(queue={"depth": 4})
    ),
    "disk_kind must be one of disk, array, ssd, got 'tape'": lambda: BOX(disks={"kind": "tape"}),
    "an array must have disks with a drive queue, got one without": lambda: BOX(
        disks={"kind": "array"}
    ).without("drive queue"),
    "wake must be one of first, random, last, got 'some'": made(BOX(log={"wake": "some"})),
    "out must be above 0, got 0": made(SUN(log={"out": 0})),
    "datasets must be 1 or more, got 0": lambda: SUN(datasets=0),
    "free must be 0-1, got 1.5": lambda: Rules(free=1.5),
    "slabs must be 1 or more, got 0": lambda: Rules(slabs=0),
    "age must be 0 s or more, got -1": lambda: BOX(groups={"age": -1}),
    f"what is left out must be one of {PARTS}, got 'fan'": lambda: SUN_7410.without("fan"),
    "seed must be a whole number, got 1.5": lambda: Machine(SMALL, 1.5),
    # constants of the catalogue
    "an order has no 'spindles', and the freebsd-box no such constant": lambda: BOX(spindles=2),
    "record size must be a power of two from 512 bytes to 1 MiB, got 3000: take 2048 or 4096": lambda: (
        BOX(recordsize=3000)
    ),
    "spindle speed must be 3600-15000 rpm, got 60": lambda: BOX(speed=1.0),
    "spindle speed must be 3600-15000 rpm, got 20000": lambda: SUN(speed=20_000 * rpm),
    "speed must be 0 or more, got nan": lambda: BOX(speed=nan),
    "command must be 0 or more, got -1e-06": lambda: BOX(command=-1e-6),
    "txg_interval must be a finite number, 0 or more, got inf": lambda: BOX(
        groups={"interval": inf}
    ),
    "logzilla_access must be 0 or more, got -1": lambda: SUN(log={"device.access": -1.0}),
    "rate must be above 0 B/s, got 0": made(SUN(log={"devices": 1, "device.rate": 0})),
    "cores must be 1 or more, got 0": lambda: SUN(cores=0),
    "depth must be 1 or more, got 0": lambda: TODAY(depth=0),
    "cable_rate must be above 0 B/s, got 0": lambda: SUN(cable_rate=0),
    "speed_error must be 0 or more and below 1, got 1": lambda: SUN(speed_error=1),
    "speed_error must be 0 or more and below 1, got 2": lambda: SUN(speed_errors=(0.0, -2)),
    "outer_track must be 512 bytes or more, got 0": made(SUN(media_rate=1)),
    "inner_track must be 512-1227333 bytes, got 123": made(BOX(inner_share=1e-4)),
    "capacity must hold at least one track of 1227333 bytes, got 10": made(BOX(capacity=10)),
    "txg_interval must be 0.001 s or more, got 0": lambda: BOX(groups={"interval": 0}),
    "txg_interval must be 0.001 s or more, got 1e-09": lambda: BOX(groups={"interval": 1e-9}),
    "port_rate must be above 0 B/s, got 0": lambda: TODAY(port_rate=0),
    "readzilla_rate must be above 0 B/s, got 0": lambda: SUN(flash={"devices": 1, "rate": 0}),
    "readzilla_channels must be 1 or more, got 0": lambda: SUN(flash={"devices": 1, "channels": 0}),
    "mtu must be 576-65536 bytes, got 10": lambda: TODAY(mtu=10),
    "memory must be 65536 bytes or more, got 0": lambda: TODAY(memory=0),
    "cores must be 1-10000, got 1000000": lambda: SUN(cores=10**6),
    "granule must be 1 or more, got 0": made(BOX(log_granule=0)),
    "ufs_block must be 1-1073741824 bytes, got 0": lambda: BOX(filesystem="ufs", ufs_block=0),
    "ufs_block must be 1-1073741824 bytes, got 1e+15": lambda: BOX(
        filesystem="ufs", ufs_block=1e15
    ),
    "seek_full must be 1 s or less, got 5": lambda: SUN(seek_full=5),
    "seek_curve must be 0-1, got 1e+300": lambda: SUN(seek_curve=((0, 1e300), (1, 1e300))),
    # loads
    "threads must be 1 or more, got 0": lambda: Nfs(threads=0),
    "clients must be 1 or more, got 0": lambda: Nfs(clients=0),
    "clients x threads must be 50,000 or less, got 10000 x 10000": lambda: Nfs(10_000, 10_000),
    "initiators x threads must be 50,000 or less, got 10000 x 6": lambda: Iscsi(10_000, 6),
    "work must be 0-1000, got -1": lambda: Iscsi(work=-1),
    "work must be 0-1000, got 1e+300": lambda: Iscsi(work=1e300),
    "port must be 1000 B/s or more, got 1e-300": lambda: Iscsi(port=1e-300),
    "held data must be 136365211648 or less, got 1099511627776": lambda: Machine(SUN_7410).start(
        Iscsi(held=True, blocks=Reads(2.0**40))
    ),
    "ports must be 1 or more for clients, or the network left out, got 0": lambda: Machine(
        SMALL.order(ports=0)
    ).start(Nfs()),
    **{
        f"size must be 65,536 blocks or less, 33554432 bytes with a recordsize of 512, got {size}": lambda load=load: (
            Machine(SMALL.order(recordsize=512)).start(load)
        )
        for size, load in ((GiB, Nfs(size=GiB)), (GiB // 2, Iscsi(size=GiB // 2)))
    },
    "size must be 1 byte or more, got 0": lambda: Nfs(size=0),
    "size must be 1 byte or more, got -8192": lambda: Local(size=-8192),
    "size must be a whole number, 1-1073741824 bytes, got 8192.0": lambda: Local(size=8192.0),
    "threads must be a whole number, 1 or more, got 0.5": lambda: Local(threads=0.5),
    "think must be a finite number, 0 or more, got inf": lambda: Local(think=inf),
    "reads must be 0-1, got 2": lambda: Nfs(reads=2),
    "rate must be 0 or more, got -1": lambda: Nfs(rate=-1),
    "rate must be 10000000 a second or less, got 1e+12": lambda: Nfs(rate=1e12),
    "data must be at most the 1,939,393,939,393 bytes that the pool has room for, got 2,000,000,000,000": lambda: (
        Machine(SMALL.order(pool={"layout": "raidz2", "vdevs": 1, "jbods": 0, "width": 4})).start(
            Nfs(reads=1, blocks=Reads(2e12))
        )
    ),
    "stable must be 0-2, got 9": lambda: Nfs(stable=9),
    "skew must be 0-4, got 9": lambda: Reads(skew=9),
    "data must hold at least one block of 8192 bytes, got 4096": lambda: Machine(SMALL).start(
        Nfs(reads=1, blocks=Reads(4096))
    ),
    "data must be at most the 1,000,000,000,000 bytes that the pool has room for, got 1,000,000,000,000,000": lambda: (
        Machine(SMALL).start(Nfs(reads=1, blocks=Reads(1e15)))
    ),
    "data must be at most the 1,000,000,000,000 bytes that the pool has room for, got 1,200,000,000,000": lambda: (
        Machine(SMALL).start(Iscsi(3, blocks=Reads(4e11)))
    ),
    "iscsi must be asked of a machine that has a cpu_write and a cpu_network, such as the 7410, got the freebsd-box": lambda: (
        Machine(FREEBSD_BOX).start(Iscsi())
    ),
    "new must be 0-1, got 2": lambda: Machine(SMALL).start(Resilver(iter([]), new=2)),
    "new must be 0-0, got 1": lambda: Machine(FREEBSD_BOX).start(Resilver(iter([]), new=1)),
    "at must be a number, 0 or more, got None": lambda: Nfs(at=None),
    "turnaround must be 0 s or more, got -0.001": lambda: Machine(SMALL).start(
        Nfs(turnaround=-0.001)
    ),
    "turnaround must be given: the freebsd-box has none of its own": lambda: Machine(
        FREEBSD_BOX
    ).start(Nfs()),
    "spread must be 0-1, got 1.5": lambda: Machine(SMALL).start(Nfs(spread=1.5)),
    "on UFS threads must be 1 (the model holds one file), got 3": lambda: Machine(
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
        (lambda: made(SUN(head="vax"))(), "machine must be one of head-7310,"),
        (lambda: Order("7410", constants={"spindle": 1}), "unknown constant 'spindle'; known: "),
        (lambda: SUN(log={"sizes": 1}), "a setting of intent_log must be one of header, "),
        (lambda: SUN(groups={"seconds": 1}), "a setting of groups must be one of interval, "),
    ],
)
def test_a_word_that_nobody_knows_is_refused_with_those_that_are_known(order, words):
    with pytest.raises(ValueError) as refused:
        order()
    assert str(refused.value).startswith(words) and "\n" not in str(refused.value)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_vdev_of_as_many_disks_as_its_layout_needs_is_a_machine(layout):
    order = SUN(pool={"layout": layout, "vdevs": 2, "width": LAYOUTS[layout].least})
    assert len(Machine(order).disks) == order.disks == 2 * LAYOUTS[layout].least


def test_a_log_outside_memory_needs_none():
    assert Machine(BOX(memory=64 * MiB, log={"devices": 4, "device": NVRAM})).log_vdevs


def test_what_flash_holds_is_read_from_disk_where_flash_is_left_out():
    ran = Machine(SUN(held=(0.3, 0.3), flash={"devices": 1}).without("flash")).run(
        Nfs(4, 4, reads=1.0), seconds=0.2
    )
    assert ran.tiers["disk"] == pytest.approx(0.7, abs=0.1) and not ran.tiers["flash"]


def test_an_order_is_ordered_otherwise_without_forgetting():
    order = (
        SUN(cores=8, log={"devices": 2})
        .without("cache")
        .order(speed=10_000 * rpm, log={"devices": 4})
    )
    assert (order.constants["head.cores"], order.logs, order.has("cache")) == (8, 4, False)
    assert order.changed == {"cores": 8, "speed": 10_000 * rpm}
    assert SUN_7410.changed == {} and dict(SUN_7410.constants) == values("7410")
