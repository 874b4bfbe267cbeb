"""The FreeBSD 8.1 machine of 2010: one SATA disk with ZFS or UFS."""

from models.catalogue.provenance import Constant, datasheet, fitted, physics
from models.units import GB, MB, KiB, MiB, ms, rpm, us

NOTES = "Varadarajan 2010"
ZIL_SIZING = (
    "zil_lwb_write_start in zil.c, OpenSolaris of 2009 and FreeBSD 8 (pool version 14): a log block is allocated when the "
    "one before it is written, as large as the last commit, this one or what waits, whichever is most; sizes of four "
    "classes came in 2010"
)

WAKE = datasheet(
    "random",
    "",
    "zil_commit in zil.c: a thread that finds the log free takes the records up to its own; when "
    "a commit ends all who wait are woken and race for one lock. Neither kernel's lock keeps an order: mutex_vector_exit of "
    "OpenSolaris (2009) and FreeBSD 8's sx lock wake all who sleep on it, on several cores, so that any of them may be first",
)


def rows(prefix: str, *numbers: int, fields: str = "tps mbs") -> tuple[str, ...]:
    """Return the target ids of rows of an iostat listing."""
    return tuple(f"{prefix}-r{n}-{f}" for n in numbers for f in fields.split())


FREEBSD_BOX: dict[str, Constant] = {
    "pool.disks.speed": datasheet(7200 * rpm, "rpm", f"{NOTES}: one 7200 rpm SATA disk"),
    "pool.disks.capacity": datasheet(500 * GB, "GB", f"{NOTES}: 500 GB"),
    "pool.disks.heads": datasheet(2, "", "one platter, two surfaces: usual for 500 GB in 2010"),
    "pool.disks.media_rate": datasheet(
        131.5 * MB,
        "MB/s",
        "sustained at the rim: the middle of 125 (Barracuda 7200.12) and 138 "
        f"(Barracuda XT), drives of 2009 with 500 GB a platter; {NOTES} does not name the drive",
    ),
    "pool.disks.inner_share": datasheet(0.5, "", "inner tracks hold about half of outer ones"),
    "pool.disks.skew": datasheet(1.0 * ms, "ms", "a head or track switch takes about 1 ms"),
    "pool.disks.seek_track": datasheet(
        1.0 * ms, "ms", "track to track, desktop drives of 2009-2010"
    ),
    "pool.disks.seek_average": datasheet(
        8.5 * ms, "ms", "average seek, desktop drives of 2009-2010"
    ),
    "pool.disks.seek_full": datasheet(18.0 * ms, "ms", "full stroke, desktop drives of 2009-2010"),
    "pool.disks.write_settle": datasheet(
        1.0 * ms,
        "ms",
        "data sheets give writes about 1 ms more than reads on average; here on every seek",
    ),
    "pool.disks.discipline": physics(
        "fscan",
        "",
        "not published. A batch in one sweep gains nothing with up to 4 commands and 1.6 times with 32, "
        "as measured SATA drives do (1.4 to 1.8 times); the shortest positioning time would gain 1.4 and 2.5 times",
    ),
    "pool.disks.read_ahead": physics(
        1 * MiB, "MiB", "not published; a part of the cache, as drives of 2005-2010 read on"
    ),
    "pool.disks.ageing": physics(
        0.004,
        "",
        "taken: as in the enterprise disk, where the slowest of many writes show it; without it "
        "a request far from the arm may wait for ever behind a stream",
    ),
    "pool.disks.command": fitted(
        72 * us,
        "us",
        "10,031 cached writes a second to the raw disk",
        *rows("fbsd-raw-wc-on", 1, 2, 3),
        "fbsd-raw-wc-on-app",
        "fbsd-raw-wc-on-iops",
        "fbsd-raw-wc-on-off-ratio",
    ),
    "pool.disks.interface_rate": datasheet(300 * MB, "MB/s", "SATA 3 Gbit/s"),
    "pool.disks.cache_size": datasheet(16 * MiB, "MiB", "desktop drives of 2009-2010"),
    "pool.disks.destage_set": fitted(40, "", "random writes of 3 MB/s", "fbsd-raw-randwrite"),
    "head.host": fitted(
        67 * us,
        "us",
        "5,530 log writes a second with no flush",
        *rows("fbsd-zfs-noflush", 1, 2),
        "fbsd-zfs-noflush-app",
        "fbsd-zfs-noflush-iops",
        "fbsd-zfs-noflush-zil",
    ),
    "head.blocks": physics(
        "in requests",
        "",
        "the times below were fitted to what programs saw while groups went to disk",
    ),
    "head.copy": fitted(
        0.3 / (435 * MiB),
        "s",
        "0.3 s in which the disk rests while memory fills, a byte",
        *rows("fbsd-zfs-async", 1, 4),
    ),
    "head.memory": fitted(
        8 * 435 * MiB,
        "GiB",
        "a burst of 435 MiB; an eighth of memory was the most that a group might hold",
        *rows("fbsd-zfs-async", 1, 4),
    ),
    "head.hash_rate": physics(
        160 * MB, "MB/s", "SHA-256 in software, about 15 cycles a byte on one core of 2.4 GHz"
    ),
    "groups.interval": fitted(
        15.0,
        "s",
        "the burst of 14.9 MB/s; the default of the time was 30 s, so the cause is unknown",
        *rows("fbsd-zfs-sync", 3, fields="tps kbt mbs"),
        "fbsd-zfs-sync-spike",
    ),
    "filesystem.recordsize": datasheet(128 * KiB, "KiB", "ZFS default recordsize"),
    "log.header": datasheet(192, "B", "a ZFS log record's header"),
    "log.granule": datasheet(
        4 * KiB, "KiB", f"log blocks are whole 4 KiB; {NOTES}: 4 KiB of padding"
    ),
    "log.indirect": datasheet(
        32 * KiB,
        "KiB",
        "zfs_immediate_write_sz: a larger write without a log device leaves a pointer there",
    ),
    "log.sizing": datasheet("ahead", "", ZIL_SIZING),
    "pool.sides": datasheet(
        "in turn",
        "",
        "OpenSolaris and illumos vdev_mirror.c, until 2013: mm_preferred follows from the offset alone",
    ),
    "log.wake": WAKE,
    "log.alone": datasheet(
        True,
        "",
        "OpenSolaris zil.c, 2008: zil_commit_writer passes over writes to other files than the one that it "
        "commits, unless they are synchronous, or among the four after an fsync of their thread (zfs_fsync_sync_cnt)",
    ),
    "filesystem.ufs.block": datasheet(16 * KiB, "KiB", "UFS default block"),
    "filesystem.ufs.cluster": datasheet(128 * KiB, "KiB", "the largest transfer of FreeBSD 8"),
    "filesystem.ufs.group": datasheet(
        183_700_000, "MB", "what newfs of the time made of such a disk"
    ),
    "filesystem.ufs.inodes": datasheet(
        23_552 * 256, "MiB", "23,552 inodes of 256 bytes in a cylinder group"
    ),
    "load.random_span": fitted(
        1000 * MiB,
        "MiB",
        "not published; the sequential tests used files of 1000 MiB, and the rate fits",
        "fbsd-raw-randread",
        "fbsd-raw-randwrite",
    ),
    "ramdisk.command": fitted(
        72 * us,
        "us",
        f"{NOTES}: about 40 MB/s. A RAM disk as a log is taken to cost what a command to the drive "
        "does, most of which is the way through the kernel; with 20 us it would be 54 MiB/s",
        "fbsd-ramdisk-app",
    ),
    "ramdisk.access": physics(
        20 * us,
        "us",
        "no drive and no cable: two switches to and from the kernel's thread, and its checks",
    ),
    "ramdisk.rate": physics(
        2.5 * GB, "GB/s", "a copy from memory to memory, machines of 2010: 2-3 GB/s"
    ),
}
