"""The FreeBSD 8.1 machine of 2010: one SATA disk, ZFS or UFS."""

from models.catalogue.provenance import Constant, by_part
from models.units import GB, MB, KiB, MiB, ms, rpm, us

NOTES = "Varadarajan 2010"
ZIL_SIZING = (
    "zil_lwb_write_start in zil.c, OpenSolaris of 2009 and FreeBSD 8 (pool version 14): a log block is allocated when the "
    "one before it is written, as large as the last commit, this one or what waits, whichever is most; sizes of four "
    "classes came in 2010"
)

WAKE = Constant(
    "random",
    "",
    "datasheet",
    "zil_commit in zil.c: a thread that finds the log free takes the records up to its own; when "
    "a commit ends all who wait are woken and race for one lock. Neither kernel's lock keeps an order: mutex_vector_exit of "
    "OpenSolaris (2009) and FreeBSD 8's sx lock wake all who sleep on it, on several cores, so that any of them may be first",
)


def rows(prefix: str, *numbers: int, fields: str = "tps mbs") -> tuple[str, ...]:
    """Target ids of the rows of one iostat listing."""
    return tuple(f"{prefix}-r{n}-{f}" for n in numbers for f in fields.split())


FREEBSD_BOX: dict[str, Constant] = by_part(
    {
        "pool.disks": {
            "speed": Constant(7200 * rpm, "rpm", "datasheet", f"{NOTES}: one 7200 rpm SATA disk"),
            "capacity": Constant(500 * GB, "GB", "datasheet", f"{NOTES}: 500 GB"),
            "heads": Constant(
                2, "", "datasheet", "one platter, two surfaces: usual for 500 GB in 2010"
            ),
            "media_rate": Constant(
                131.5 * MB,
                "MB/s",
                "datasheet",
                "sustained at the rim: the middle of 125 (Barracuda 7200.12) and 138 "
                f"(Barracuda XT), drives of 2009 with 500 GB a platter; {NOTES} does not name the drive",
            ),
            "inner_share": Constant(
                0.5, "", "datasheet", "inner tracks hold about half of outer ones"
            ),
            "skew": Constant(
                1.0 * ms, "ms", "datasheet", "a head or track switch takes about 1 ms"
            ),
            "seek_track": Constant(
                1.0 * ms, "ms", "datasheet", "track to track, desktop drives of 2009-2010"
            ),
            "seek_average": Constant(
                8.5 * ms, "ms", "datasheet", "average seek, desktop drives of 2009-2010"
            ),
            "seek_full": Constant(
                18.0 * ms, "ms", "datasheet", "full stroke, desktop drives of 2009-2010"
            ),
            "write_settle": Constant(
                1.0 * ms,
                "ms",
                "datasheet",
                "data sheets give writes about 1 ms more than reads on average; here on every seek",
            ),
            "ageing": Constant(
                0.004,
                "",
                "physics",
                "taken: as much as in the enterprise disk, where the slowest of many writes tell it; with none "
                "a request far from the arm may wait for ever behind a stream",
            ),
            "command": Constant(
                72 * us,
                "us",
                "fitted",
                "10,031 cached writes a second to the raw disk",
                (
                    *rows("fbsd-raw-wc-on", 1, 2, 3),
                    "fbsd-raw-wc-on-app",
                    "fbsd-raw-wc-on-iops",
                    "fbsd-raw-wc-on-off-ratio",
                ),
            ),
            "interface_rate": Constant(300 * MB, "MB/s", "datasheet", "SATA 3 Gbit/s"),
            "cache_size": Constant(16 * MiB, "MiB", "datasheet", "desktop drives of 2009-2010"),
            "destage_set": Constant(
                40, "", "fitted", "random writes of 3 MB/s", ("fbsd-raw-randwrite",)
            ),
        },
        "head": {
            "host": Constant(
                67 * us,
                "us",
                "fitted",
                "5,530 log writes a second with no flush",
                (
                    *rows("fbsd-zfs-noflush", 1, 2),
                    "fbsd-zfs-noflush-app",
                    "fbsd-zfs-noflush-iops",
                    "fbsd-zfs-noflush-zil",
                ),
            ),
            "copy": Constant(
                0.3 / (435 * MiB),
                "s",
                "fitted",
                "0.3 s in which the disk rests while memory fills, a byte",
                (*rows("fbsd-zfs-async", 1, 4),),
            ),
            "memory": Constant(
                8 * 435 * MiB,
                "GiB",
                "fitted",
                "a burst of 435 MiB; an eighth of memory was the most that a group might hold",
                (*rows("fbsd-zfs-async", 1, 4),),
            ),
            "hash_rate": Constant(
                160 * MB,
                "MB/s",
                "physics",
                "SHA-256 in software, about 15 cycles a byte on one core of 2.4 GHz",
            ),
        },
        "groups": {
            "interval": Constant(
                15.0,
                "s",
                "fitted",
                "the burst of 14.9 MB/s; the default of the time was 30 s, so the cause is unknown",
                (*rows("fbsd-zfs-sync", 3, fields="tps kbt mbs"), "fbsd-zfs-sync-spike"),
            ),
        },
        "filesystem": {
            "recordsize": Constant(128 * KiB, "KiB", "datasheet", "ZFS default recordsize"),
        },
        "log": {
            "header": Constant(192, "B", "datasheet", "a ZFS log record's header"),
            "granule": Constant(
                4 * KiB,
                "KiB",
                "datasheet",
                f"log blocks are whole 4 KiB; {NOTES}: 4 KiB of padding",
            ),
            "indirect": Constant(
                32 * KiB,
                "KiB",
                "datasheet",
                "zfs_immediate_write_sz: a larger write without a log device leaves a pointer there",
            ),
            "sizing": Constant("ahead", "", "datasheet", ZIL_SIZING),
            "wake": WAKE,
        },
        "filesystem.ufs": {
            "block": Constant(16 * KiB, "KiB", "datasheet", "UFS default block"),
            "cluster": Constant(128 * KiB, "KiB", "datasheet", "the largest transfer of FreeBSD 8"),
            "group": Constant(
                183_700_000, "MB", "datasheet", "what newfs of the time made of such a disk"
            ),
            "inodes": Constant(
                23_552 * 256, "MiB", "datasheet", "23,552 inodes of 256 bytes in a cylinder group"
            ),
        },
        "load": {
            "random_span": Constant(
                1000 * MiB,
                "MiB",
                "fitted",
                "not published; the sequential tests used files of 1000 MiB, and the rate fits",
                ("fbsd-raw-randread", "fbsd-raw-randwrite"),
            ),
        },
        "ramdisk": {
            "command": Constant(
                72 * us,
                "us",
                "fitted",
                f"{NOTES}: about 40 MB/s. A RAM disk as a log is taken to cost what a command to the drive "
                "does, most of which is the way through the kernel; with 20 us it would be 54 MiB/s",
                ("fbsd-ramdisk-app",),
            ),
            "access": Constant(
                20 * us,
                "us",
                "physics",
                "no drive and no cable: two switches to and from the kernel's thread, and its checks",
            ),
            "rate": Constant(
                2.5 * GB,
                "GB/s",
                "physics",
                "a copy from memory to memory, machines of 2010: 2-3 GB/s",
            ),
        },
    }
)
