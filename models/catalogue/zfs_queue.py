"""ZFS's queue in front of each disk: the one of 2005 to 2013, and OpenZFS's, which has a minimum
and a maximum per class."""

from models.catalogue.provenance import Constant, datasheet, physics
from models.catalogue.zfs_2010 import ZFS_2010
from models.units import KiB

ELLING = "Elling 2014, ZIO Scheduling and Resilver Workloads"
ZIO_C = "as in OpenSolaris zio.c, 2008: zio_priority_table"
CREDIT = "OpenZFS vdev_queue.c, 2020 (pull request 11166)"
REBUILD = "OpenZFS 2.0, 2020, vdev_queue.c: zfs_vdev_rebuild"
OLD, LATER = "OpenSolaris vdev_queue.c, 2008", "illumos vdev_queue.c, 2013"


def priority(number: int, what: str, besides: str = ZIO_C) -> Constant:
    """Return the priority of a class in the old queue. `besides` names the source in code."""
    return datasheet(number, "", f"{ELLING}, {besides}: {what}; low numbers first")


def active(number: int, name: str) -> Constant:
    """Return a limit on the active I/Os of a class in OpenZFS's queue."""
    return datasheet(number, "", f"{LATER}: zfs_vdev_{name}_active")


ZFS_QUEUE: dict[str, Constant] = {
    "priority_now": priority(0, "what cannot wait"),
    "priority_sync_read": priority(0, "reads that somebody waits for"),
    "priority_sync_write": priority(0, "writes that somebody waits for"),
    "priority_log_write": priority(0, "the intent log"),
    "priority_cache_fill": priority(1, "for the vdev's own cache", "alone (zio.c of 2008 has 0)"),
    "priority_ddt_prefetch": priority(
        2,
        "entries of the table of deduplicated blocks",
        "alone (zio.c of 2008 knows none: deduplication came in 2009)",
    ),
    "priority_free": priority(4, "blocks that are freed"),
    "priority_async_write": priority(4, "a transaction group's writes"),
    "priority_async_read": ZFS_2010["priority_prefetch"],
    "priority_resilver": priority(10, "rebuilding a disk"),
    "priority_scrub": priority(20, "reading everything to check it"),
    "step": ZFS_2010["priority_step"],
    "pending_first": datasheet(35, "", f"{OLD}: zfs_vdev_max_pending, until 2010"),
    "pending": ZFS_2010["disk_pending"],
    "pending_start": datasheet(
        4,
        "",
        f"{OLD}: zfs_vdev_min_pending; an I/O that arrives is issued at once while fewer are in the drive, "
        "whatever the maximum",
    ),
    "ramp": datasheet(
        2, "", f"{OLD}: zfs_vdev_ramp_rate; I/Os issued to the drive for each that is answered"
    ),
    "aggregation": datasheet(128 * KiB, "KiB", f"{OLD}: zfs_vdev_aggregation_limit"),
    "read_gap": datasheet(
        32 * KiB,
        "KiB",
        "OpenSolaris vdev_queue.c, 2009: zfs_vdev_read_gap_limit; a read passes over a hole "
        "of this size to join two",
    ),
    "sync_read_min": active(10, "sync_read_min"),
    "sync_read_max": active(10, "sync_read_max"),
    "sync_write_min": active(10, "sync_write_min"),
    "sync_write_max": active(10, "sync_write_max"),
    "async_read_min": active(1, "async_read_min"),
    "async_read_max": active(3, "async_read_max"),
    "async_write_min": active(1, "async_write_min"),
    "async_write_max": active(10, "async_write_max"),
    "scrub_min": active(1, "scrub_min"),
    "scrub_max": active(2, "scrub_max"),
    "max_active": active(1000, "max"),
    "scrub_max_2020": datasheet(3, "", f"{CREDIT}: zfs_vdev_scrub_max_active"),
    "rebuild_min": datasheet(1, "", f"{REBUILD}_min_active"),
    "rebuild_max": datasheet(3, "", f"{REBUILD}_max_active; its reads and writes together"),
    "credit": datasheet(
        5,
        "",
        f"{CREDIT}: zfs_vdev_nia_credit; I/Os that nobody waits for, per answer to one that "
        "somebody waits for, while more of the latter are in the drive. Some disks had let random reads wait for seconds "
        "behind a scrub in disk order",
    ),
    "idle_after": datasheet(
        5,
        "",
        f"{CREDIT}: zfs_vdev_nia_delay; answers without a program's I/O before the maximum counts",
    ),
    "array_disks": physics(16, "", "ours: disks behind a controller that shows them as one LUN"),
    "array_stripe": physics(
        64 * KiB, "KiB", "ours: on one disk, before the next disk's turn; 16 to 512 are common"
    ),
    "dirty_low": datasheet(
        0.3,
        "%",
        f"{LATER}: zfs_vdev_async_write_active_min_dirty_percent; with less dirty data asynchronous "
        "writes get their minimum",
    ),
    "dirty_high": datasheet(
        0.6,
        "%",
        f"{LATER}: zfs_vdev_async_write_active_max_dirty_percent; with more they get their maximum",
    ),
}
