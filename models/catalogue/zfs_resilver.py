"""The resilver of ZFS: in metadata order until about 2014 (Solaris) or 2017 (OpenZFS), then sorted
by offset."""

from models.catalogue.provenance import Constant, datasheet, physics
from models.units import GB, MB, KiB, ms, us

SEQUENTIAL = "Bourbonnais 2015, Sequential Resilvering"

ZFS_RESILVER: dict[str, Constant] = {
    "delay": datasheet(
        20 * ms,
        "ms",
        "illumos dsl_scan.c, 2010: zfs_resilver_delay, 2 ticks of 10 ms before each block; it "
        "came into OpenSolaris in June 2010 (c0t0d0s0.org, Slowing down resilvering of ZFS)",
    ),
    "idle": datasheet(
        0.5,
        "s",
        "illumos dsl_scan.c, 2010: zfs_scan_idle, 50 ticks; the delay holds while a program has read "
        "or written synchronously within that time",
    ),
    "in_flight": datasheet(
        32,
        "",
        "illumos dsl_scan.c, 2010: zfs_top_maxinflight, blocks on their way for each vdev; OpenZFS "
        "dsl_scan.c, 2017: zfs_scan_vdev_limit, 4 MiB a disk, which is 32 aggregates. What Solaris 11.2 took is not known",
    ),
    "in_flight_2022": datasheet(
        128,
        "",
        "OpenZFS 2.2, dsl_scan.c: zfs_scan_vdev_limit, 16 MiB a disk, in aggregates of 128 KiB",
    ),
    "issue": datasheet(
        10 * us,
        "us",
        "OpenZFS commit dd8671459f: the thread of each vdev that issues a sorted scrub (since 2017) comes to 100,000 "
        "blocks a second",
    ),
    "pointers": datasheet(
        128, "", "OpenSolaris spa.h, 2008: 128 pointers of 128 bytes in an indirect block"
    ),
    "indirect": datasheet(
        16 * KiB, "KiB", "OpenSolaris dmu.h, 2008: an indirect block, here not compressed"
    ),
    "iops": datasheet(200, "", f"{SEQUENTIAL}: what a disk does a second in random order, 'say'"),
    "stream": datasheet(100 * MB, "MB/s", f"{SEQUENTIAL}: the streaming limit of a disk, 'say'"),
    "used": datasheet(1000 * GB, "GB", f"{SEQUENTIAL}: 1 TB on the disk that is replaced"),
    "block": datasheet(
        8 * KiB, "KiB", "zfs(1M), 2010: default block of a LUN; the text says 'small'"
    ),
    "reads": physics(
        40,
        "",
        "ours: an application that keeps a disk half busy, as a random read takes 12.4 ms; the text says "
        "'an active workload'. How much the times depend on it the figures show",
    ),
}
