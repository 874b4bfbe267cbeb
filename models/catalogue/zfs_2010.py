"""ZFS on the appliances from 2008 to about 2013: caches in memory and on flash, deduplication."""

from models.catalogue.provenance import Constant, datasheet, fitted, physics, seed
from models.units import MB, GHz, KiB, MiB, us

AGE, REARC = (
    "Bourbonnais 2015, It is the Dawning of the Age of the L2ARC",
    "Bourbonnais 2014, reARC",
)
DEDUP = "Bourbonnais 2010, Dedup Performance Considerations"

ZFS_2010: dict[str, Constant] = {
    "l2_header": datasheet(170, "B", f"{REARC}: memory for each block that is on flash"),
    "l2_feed": datasheet(
        8 * MiB, "MiB/s", "OpenSolaris arc.c, 2008: L2ARC_WRITE_SIZE, a device a turn"
    ),
    "l2_max_block": datasheet(32 * KiB, "KiB", f"{AGE}: larger blocks stay outside"),
    "l2_boost": datasheet(
        8 * MiB,
        "MiB/s",
        "OpenSolaris arc.c, 2008: l2arc_write_boost, in addition, until memory evicts blocks",
    ),
    "l2_headroom_2008": datasheet(
        4,
        "",
        "OpenSolaris arc.c, 2008: L2ARC_HEADROOM, how many turns' writes it looks through in each list",
    ),
    "l2_headroom": datasheet(2, "", "OpenSolaris arc.c, 2010: L2ARC_HEADROOM, as above"),
    "l2_turn": datasheet(1.0, "s", "OpenSolaris arc.c, 2008: L2ARC_FEED_SECS, between two turns"),
    "l2_again": datasheet(
        0.2,
        "",
        "OpenSolaris arc.c, 2010: L2ARC_FEED_MIN_MS, 200 ms to the next turn if one wrote much",
    ),
    "ddt_checksum": datasheet(32, "B", f"{DEDUP}: 256 bits"),
    "ddt_entry": seed(
        200,
        "B",
        f"{DEDUP}: about 200 bytes of memory an entry, as zdb said of one pool",
        "ddt-example-128k",
        "ddt-example-8k",
    ),
    "ddt_block": datasheet(16 * KiB, "KiB", f"{DEDUP}: entries are read and written 16K at a time"),
    "indirect": datasheet(
        16 * KiB, "KiB", "OpenSolaris dnode.h, 2008: DN_MAX_INDBLKSHIFT, a block of pointers"
    ),
    "dnode": datasheet(512, "B", "OpenSolaris dnode.h, 2008: DNODE_SHIFT 9, a file or map"),
    "dnode_block": datasheet(16 * KiB, "KiB", "OpenSolaris dnode.h, 2008: DNODE_BLOCK_SHIFT 14"),
    "zap_block": datasheet(
        16 * KiB, "KiB", "OpenSolaris zap.c, 2008: fzap_default_block_shift 14, a directory's leaf"
    ),
    "zap_names": physics(
        147,
        "",
        "OpenSolaris zap_leaf.h, 2008: a name of up to 21 bytes takes 3 of the 638 chunks of a leaf; "
        "leaves that split in halves are ln 2 full on average",
    ),
    "ddt_leaf": datasheet(4 * KiB, "KiB", "OpenSolaris ddt_zap.c, 2009: 4 KiB, not 16"),
    "ddt_copies": datasheet(
        3, "", "OpenSolaris dmu_objset.c, 2009: what the whole pool needs is kept thrice"
    ),
    "ddt_packed": datasheet(
        0.69,
        "%",
        "what zdb -DDD printed of a pool, in a question on Unix & Linux: 290 bytes on disk in three "
        "copies, 141 in memory",
    ),
    "ddt_threads": datasheet(
        0.75,
        "%",
        "illumos spa.c, 2014 (that of 2010 was not at hand): threads that hash and look up "
        "blocks to write, for each core",
    ),
    "ddt_frees": datasheet(
        96, "", "illumos spa.c, 2014: threads that look up blocks to free, 8 times 12"
    ),
    "meta_limit": datasheet(
        0.25, "%", f"{DEDUP}: share of memory for metadata, zfs_arc_meta_limit"
    ),
    "sha256_rate": datasheet(128 * MB, "MB/s", f"{DEDUP}: more than that on one core of 2010"),
    "fletcher_cycles": physics(
        4,
        "",
        "four additions for each word of 4 bytes, one a cycle; OpenZFS's plain loop took 3.5 in 2019",
    ),
    "clock": datasheet(2.3 * GHz, "GHz", "the 7410 of 2009: quad-core Opterons of 2.3 GHz"),
    "zvol_block": datasheet(8 * KiB, "KiB", f"{DEDUP}: default block of a LUN"),
    "recordsize": datasheet(128 * KiB, "KiB", f"{DEDUP}: default record of a file system"),
    "dedup_boundary": datasheet(
        8 * KiB, "KiB", f"{DEDUP}: where tools that make streams should start objects"
    ),
    "backups_kept": fitted(
        90, "", "ours: nightly for a quarter; the text says only 'up to'", "dedup-8k-vs-128k"
    ),
    "pages_changed": fitted(
        0.02, "%", "ours: changed from one backup of a database to the next", "dedup-8k-vs-128k"
    ),
    "dedup_ratio": fitted(
        2.0,
        "",
        "ours: the text says 'a rather small effect' and not for which data; with 1.5 or more it is small",
        "dedup-fit-pattern",
    ),
    "cache_line": physics(
        0.1 * us, "us", "a line of 64 bytes from memory, or from another socket's cache"
    ),
    "arc_hash_locks": datasheet(256, "", "OpenSolaris arc.c, 2008: BUF_LOCKS, 64 bytes apart"),
    "arc_shrink": datasheet(
        1 / 32, "%", "OpenSolaris arc.c, 2008: arc_shrink_shift 5, evicted at a time"
    ),
    "arc_grow_retry": datasheet(
        60.0, "s", "OpenSolaris arc.c, 2008: how long the cache does not grow after it shrank"
    ),
    "arc_reclaim_every": datasheet(
        1.0, "s", "OpenSolaris arc.c, 2008: memory is checked once a second"
    ),
    "free_floor": datasheet(
        3 / 128,
        "%",
        "Solaris Tunable Parameters: lotsfree and desfree, 1/64 and 1/128 of memory, that the "
        "cache leaves free",
    ),
    "priority_prefetch": datasheet(
        6, "", "OpenSolaris zio.c, 2008: reads that nobody waits for; other reads have 0"
    ),
    "priority_step": datasheet(
        0.64,
        "s",
        "OpenSolaris vdev_queue.c, 2008: zfs_vdev_time_shift; what comes a step later yields to "
        "what is a class lower",
    ),
    "disk_pending": datasheet(
        10, "", "zfs_vdev_max_pending as it was from 2010 on: commands in a disk"
    ),
    "arc_min_time": datasheet(
        0.062, "ms", "OpenSolaris arc.c, 2008: ARC_MINTIME, until a request counts anew"
    ),
    "arc_target_least": datasheet(
        1 / 16,
        "%",
        "illumos arc.c, 2010: arc_p_min_shift 4; the target stays this far from either end",
    ),
}
