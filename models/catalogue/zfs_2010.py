"""ZFS as the appliances ran it from 2008 to about 2013: its caches in memory and on flash, and
deduplication."""

from models.catalogue.provenance import Constant
from models.units import MB, GHz, KiB, MiB, us

AGE, REARC = (
    "Bourbonnais 2015, It is the Dawning of the Age of the L2ARC",
    "Bourbonnais 2014, reARC",
)
DEDUP = "Bourbonnais 2010, Dedup Performance Considerations"

ZFS_2010: dict[str, Constant] = {
    "l2_header": Constant(
        170, "B", "datasheet", f"{REARC}: memory for each block that is on flash"
    ),
    "l2_feed": Constant(
        8 * MiB, "MiB/s", "datasheet", "OpenSolaris arc.c, 2008: L2ARC_WRITE_SIZE, a device a turn"
    ),
    "l2_max_block": Constant(32 * KiB, "KiB", "datasheet", f"{AGE}: larger blocks stay outside"),
    "l2_boost": Constant(
        8 * MiB,
        "MiB/s",
        "datasheet",
        "OpenSolaris arc.c, 2008: l2arc_write_boost, besides, until memory gives up blocks",
    ),
    "l2_headroom_2008": Constant(
        4,
        "",
        "datasheet",
        "OpenSolaris arc.c, 2008: L2ARC_HEADROOM, how many turns' writes it looks through in each list",
    ),
    "l2_headroom": Constant(
        2, "", "datasheet", "OpenSolaris arc.c, 2010: L2ARC_HEADROOM, as above"
    ),
    "l2_turn": Constant(
        1.0, "s", "datasheet", "OpenSolaris arc.c, 2008: L2ARC_FEED_SECS, between two turns"
    ),
    "l2_again": Constant(
        0.2,
        "",
        "datasheet",
        "OpenSolaris arc.c, 2010: L2ARC_FEED_MIN_MS, 200 ms to the next turn if one wrote much",
    ),
    "ddt_checksum": Constant(32, "B", "datasheet", f"{DEDUP}: 256 bits"),
    "ddt_entry": Constant(
        200,
        "B",
        "seed",
        f"{DEDUP}: about 200 bytes of memory an entry, as zdb said of one pool",
        ("ddt-example-128k", "ddt-example-8k"),
    ),
    "ddt_block": Constant(
        16 * KiB, "KiB", "datasheet", f"{DEDUP}: entries are read and written 16K at a time"
    ),
    "indirect": Constant(
        16 * KiB,
        "KiB",
        "datasheet",
        "OpenSolaris dnode.h, 2008: DN_MAX_INDBLKSHIFT, a block of pointers",
    ),
    "ddt_leaf": Constant(4 * KiB, "KiB", "datasheet", "OpenSolaris ddt_zap.c, 2009: 4 KiB, not 16"),
    "ddt_copies": Constant(
        3,
        "",
        "datasheet",
        "OpenSolaris dmu_objset.c, 2009: what the whole pool needs is kept thrice",
    ),
    "ddt_packed": Constant(
        0.69,
        "%",
        "datasheet",
        "what zdb -DDD printed of a pool, in a question on Unix & Linux: 290 bytes on disk in three "
        "copies, 141 in memory",
    ),
    "ddt_threads": Constant(
        0.75,
        "%",
        "datasheet",
        "illumos spa.c, 2014 (that of 2010 was not at hand): threads that hash and look up "
        "blocks to write, for each core",
    ),
    "ddt_frees": Constant(
        96, "", "datasheet", "illumos spa.c, 2014: threads that look up blocks to free, 8 times 12"
    ),
    "meta_limit": Constant(
        0.25, "%", "datasheet", f"{DEDUP}: share of memory for metadata, zfs_arc_meta_limit"
    ),
    "sha256_rate": Constant(
        128 * MB, "MB/s", "datasheet", f"{DEDUP}: more than that on one core of 2010"
    ),
    "fletcher_cycles": Constant(
        4,
        "",
        "physics",
        "four additions for each word of 4 bytes, one a cycle; OpenZFS's plain loop took 3.5 in 2019",
    ),
    "clock": Constant(
        2.3 * GHz, "GHz", "datasheet", "the 7410 of 2009: quad-core Opterons of 2.3 GHz"
    ),
    "zvol_block": Constant(8 * KiB, "KiB", "datasheet", f"{DEDUP}: default block of a LUN"),
    "recordsize": Constant(
        128 * KiB, "KiB", "datasheet", f"{DEDUP}: default record of a file system"
    ),
    "dedup_boundary": Constant(
        8 * KiB, "KiB", "datasheet", f"{DEDUP}: where tools that make streams should start objects"
    ),
    "backups_kept": Constant(
        90,
        "",
        "fitted",
        "ours: nightly for a quarter; the text says only 'up to'",
        ("dedup-8k-vs-128k",),
    ),
    "pages_changed": Constant(
        0.02,
        "%",
        "fitted",
        "ours: changed from one backup of a database to the next",
        ("dedup-8k-vs-128k",),
    ),
    "dedup_ratio": Constant(
        2.0,
        "",
        "fitted",
        "ours: the text says 'a rather small effect' and not for which data; with 1.5 or more it is one",
        ("dedup-fit-pattern",),
    ),
    "cache_line": Constant(
        0.1 * us, "us", "physics", "a line of 64 bytes from memory, or from another socket's cache"
    ),
    "arc_hash_locks": Constant(
        256, "", "datasheet", "OpenSolaris arc.c, 2008: BUF_LOCKS, 64 bytes apart"
    ),
    "arc_shrink": Constant(
        1 / 32, "%", "datasheet", "OpenSolaris arc.c, 2008: arc_shrink_shift 5, given up at a time"
    ),
    "arc_grow_retry": Constant(
        60.0, "s", "datasheet", "OpenSolaris arc.c, 2008: after it shrank it does not grow so long"
    ),
    "arc_reclaim_every": Constant(
        1.0, "s", "datasheet", "OpenSolaris arc.c, 2008: memory is looked at once a second"
    ),
    "free_floor": Constant(
        3 / 128,
        "%",
        "datasheet",
        "Solaris Tunable Parameters: lotsfree and desfree, 1/64 and 1/128 of memory, that the "
        "cache leaves free",
    ),
    "priority_prefetch": Constant(
        6, "", "datasheet", "OpenSolaris zio.c, 2008: reads that nobody waits for; others 0"
    ),
    "priority_step": Constant(
        0.64,
        "s",
        "datasheet",
        "OpenSolaris vdev_queue.c, 2008: zfs_vdev_time_shift; what comes a step later yields to "
        "what is a class lower",
    ),
    "disk_pending": Constant(
        10,
        "",
        "datasheet",
        "zfs_vdev_max_pending as it was from 2010 on: commands in a disk's hands",
    ),
    "arc_min_time": Constant(
        0.062,
        "ms",
        "datasheet",
        "OpenSolaris arc.c, 2008: ARC_MINTIME, until a request counts anew",
    ),
    "arc_target_least": Constant(
        1 / 16,
        "%",
        "datasheet",
        "illumos arc.c, 2010: arc_p_min_shift 4; the target stays this far from either end",
    ),
}
