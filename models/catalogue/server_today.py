"""A server of today: OpenZFS 2.3 on one EPYC socket, disks of 22 TB, NVMe drives, 100 Gbit
Ethernet.

No constant is taken from a number published in the texts. If no data sheet states a value, its
source gives the reason for it and the plausible range.
"""

from models.catalogue.provenance import NONE, Constant, datasheet, physics
from models.units import GB, MB, TB, GHz, GiB, KiB, MiB, ms, rpm, us

DISK = "Western Digital 2022, Ultrastar DC HC570 data sheet"
NEAREST = "Western Digital 2018, Ultrastar DC HC310 specification"
NVME = "Micron 2022, 7450 PRO data sheet, 7.68 TB"
EPYC = "AMD 2022, EPYC 9354P data sheet"
SAS = "INCITS 519-2014, SAS-3: 12 Gbit/s a lane, of which 8b/10b leaves 1,200 MB/s"

COMMIT = "d-uzlov, test-fsync: 70 to 107 us for an fdatasync on ZFS above that of the bare device"
WAKE = 15 * us
CLOCK = 3.25 * GHz
MEMORY = 512 * GiB


def tunable(value: float, unit: str, name: str, file: str, what: str = "") -> Constant:
    """Return a default of OpenZFS 2.3. `name` is the tunable or definition in `file`, and `what`
    explains it."""
    return datasheet(value, unit, f"OpenZFS 2.3, {file}: {name}" + (f"; {what}" if what else ""))


def active(number: int, name: str) -> Constant:
    """Return a limit on the active I/Os of a class in the queue of each device."""
    return tunable(number, "", f"zfs_vdev_{name}_active", "vdev_queue.c")


def cycles(number: int, least: int, most: int, what: str) -> Constant:
    """Return the time that a core needs for work of `number` cycles. From `least` to `most` cycles
    are plausible."""
    return physics(
        number / CLOCK,
        "us",
        f"{NONE}; taken: {number:,} cycles at 3.25 GHz, {least:,} to {most:,} are as "
        f"plausible: {what}",
    )


SERVER_TODAY: dict[str, Constant] = {
    "pool.disks.speed": datasheet(7200 * rpm, "rpm", f"{DISK}: 7,200 rpm"),
    "pool.disks.capacity": datasheet(22 * TB, "TB", f"{DISK}: 22 TB, conventional recording"),
    "pool.disks.heads": datasheet(20, "", f"{DISK}: ten platters, twenty heads"),
    "pool.disks.media_rate": datasheet(291 * MB, "MB/s", f"{DISK}: 291 MB/s (277 MiB/s) sustained"),
    "pool.disks.inner_share": physics(
        0.45,
        "",
        f"{NONE}; tracks as dense at the hub as at the rim of a 95 mm platter, 20.5 of 46 mm from the "
        "axis. 0.42 to 0.5",
    ),
    "pool.disks.skew": physics(
        0.8 * ms, "ms", f"{NONE}; has to cover the switch to another head or track, 0.3 to 1 ms"
    ),
    "pool.disks.seek_track": physics(
        0.23 * ms, "ms", f"{NONE} for this drive; {NEAREST}: 0.23 ms, typical read. 0.2 to 0.5 ms"
    ),
    "pool.disks.seek_average": physics(
        7.4 * ms, "ms", f"{NONE} for this drive; {NEAREST}: 7.4 ms, typical read. 7.4 to 8.5 ms"
    ),
    "pool.disks.seek_full": physics(
        15.0 * ms,
        "ms",
        f"{NONE}; about twice the average seek, as where both are published. 13 to 18 ms",
    ),
    "pool.disks.write_settle": physics(
        0.8 * ms,
        "ms",
        f"{NONE} for this drive; {NEAREST}: writes 8.2 ms against 7.4 for reads. 0.1 to 1 ms",
    ),
    "pool.disks.command": physics(
        40 * us,
        "us",
        f"{NONE}; frames of a SAS command, the adapter and the drive's own processor. 20 to 80 us",
    ),
    "pool.disks.interface_rate": datasheet(1200 * MB, "MB/s", SAS),
    "pool.disks.cache_size": datasheet(512 * MiB, "MiB", f"{DISK}: 512 MB"),
    "pool.disks.discipline": physics(
        "sptf",
        "",
        f"{NONE}; the maker's patents (US 6,725,327 and 6,763,404) choose the command with the least "
        "expected time until its sector",
    ),
    "pool.disks.read_ahead": physics(1 * MiB, "MiB", f"{NONE}; a part of the cache. 0.5 to 8 MiB"),
    "pool.disks.depth": datasheet(
        128,
        "",
        "Seagate, Exos product manuals (SAS): up to 128 commands in a drive's queue; SATA has 32",
    ),
    "pool.disks.ageing": physics(
        0.01,
        "",
        f"{NONE}; head start of a request, for the time that the drive has passed it over. 0 to 0.02",
    ),
    "pool.disks.destage_set": physics(
        128,
        "",
        f"{NONE}; as many cached writes are weighed against each other as commands in the queue. 32 to "
        "1,000",
    ),
    "pool.disks.flush": physics(
        0.1 * ms,
        "ms",
        f"{NONE}; the drive's processor looks through its cache. What lies there is written "
        "besides. 0 to 0.3 ms",
    ),
    "pool.disks.speed_error": physics(
        1e-4,
        "",
        f"{NONE}; two spindles of one kind differ by about this share (uniform). 1e-5 to 1e-3",
    ),
    "pool.ashift": datasheet(12, "", f"{DISK}: physical sectors of 4,096 bytes (4Kn and 512e)"),
    "pool.cable_rate": datasheet(4 * 1200 * MB, "MB/s", f"{SAS}; four lanes to each JBOD"),
    "pool.jbods": datasheet(1, "", f"{SAS}; one box for the twenty disks"),
    "pool.disks.ssd.kind": datasheet("nvme-server", "", f"{NVME}: made for servers"),
    "log.device.kind": datasheet("nvme-server", "", f"{NVME}: made for servers"),
    "cache.flash.kind": datasheet("nvme-server", "", f"{NVME}: made for servers"),
    "network.port_rate": datasheet(
        12.5 * GB, "GB/s", "IEEE 802.3ba-2010: 100 Gbit/s each way; headers and gaps come off it"
    ),
    "network.mtu": physics(
        9000,
        "B",
        "ours: jumbo frames, which adapters and switches of this rate take; IEEE 802.3 has 1,500",
    ),
    "network.turnaround": physics(
        25 * us,
        "us",
        f"{NONE}; a client's program and its NFS from an answer to the next request, and two ways "
        "through the network. 15 to 60 us",
    ),
    "network.client_message": physics(
        6 * us,
        "us",
        f"{NONE}; a session's thread and its TCP for a message, some 10,000 instructions and 100 lines from "
        "other caches. 3 to 15 us",
    ),
    "processor.sockets": datasheet(
        1, "", f"{EPYC}: for one socket only, so that no links lead to another"
    ),
    "processor.clock": datasheet(CLOCK, "GHz", f"{EPYC}: 3.25 GHz base clock, up to 3.8"),
    "head.cores": datasheet(32, "", f"{EPYC}: 32 cores, 64 threads"),
    "head.memory": physics(
        MEMORY, "GiB", "ours: eight modules of 64 GiB; the twelve channels take 6 TB at most"
    ),
    "head.cpu_read": cycles(
        13_000,
        7_000,
        26_000,
        "a read that memory answers: file handle, locks, hash table and block, some 8,000 "
        "instructions and 50 lines from other caches and memory. Beside the copy",
    ),
    "head.cpu_write": cycles(
        40_000,
        20_000,
        80_000,
        "a synchronous write: transaction, record, log block, checksum. Beside the hand-overs from thread "
        "to thread (log.hand_over), and the block's later way to disk",
    ),
    "head.software": datasheet("today", "", "OpenZFS 2.3 on a processor with AVX2 and SHA"),
    "head.wake": physics(
        WAKE,
        "us",
        f"{COMMIT}, less some 13 us of work, over five. 5 to 20 us",
    ),
    "head.cpu_network": cycles(
        20_000,
        10_000,
        40_000,
        "a request and its answer through adapter, TCP and RPC, where the adapter cuts and joins "
        "packets: two interrupts, two passes of TCP, a thread woken",
    ),
    "head.copy": physics(
        1 / (10 * GB),
        "s",
        f"{NONE}; a byte from memory to memory on one core at 10 GB/s. 6 to 15 GB/s",
    ),
    "head.hash_rate": physics(
        2 * GB,
        "GB/s",
        f"{NONE}; SHA-256 with the processor's own instructions, about 1.6 cycles a byte. 1.5 to "
        "2.5 GB/s",
    ),
    "filesystem.recordsize": tunable(
        128 * KiB, "KiB", "SPA_OLD_MAXBLOCKSIZE", "zfs.h and zfs_prop.c", "the default recordsize"
    ),
    "groups.pointers": tunable(
        1024,
        "",
        "zfs_default_ibs",
        "dnode.c",
        "pointers of 128 bytes in an indirect block of 128 KiB",
    ),
    "groups.indirect": physics(
        32 * KiB,
        "KiB",
        "a checksum of 32 bytes in each of 1,024 pointers of 128 bytes does not compress",
    ),
    "cache.pointers_packed": datasheet(
        True, "", "OpenZFS 2.3, arc.c: zfs_compressed_arc_enabled 1, since 0.7"
    ),
    "cache.prefetch": datasheet("today", "", "OpenZFS 2.3, dmu_zfetch.c"),
    "groups.map_log": datasheet(
        True, "", "OpenZFS 2.3, spa_log_spacemap.c: feature log_spacemap, on in new pools since 2.0"
    ),
    "groups.interval": tunable(5.0, "s", "zfs_txg_timeout", "txg.c"),
    "groups.throttle": datasheet("curve", "", "OpenZFS 2.3, dmu_tx.c: dmu_tx_delay"),
    "groups.memory_share": tunable(
        0.1, "%", "zfs_dirty_data_max_percent", "arc.c", "most dirty data, as a share of memory"
    ),
    "groups.limit_most": tunable(
        4 * GiB,
        "GiB",
        "zfs_dirty_data_max_max",
        "arc.c",
        "never more than this or a quarter of memory",
    ),
    "groups.kick_share": tunable(
        0.2,
        "%",
        "zfs_dirty_data_sync_percent",
        "dsl_pool.c",
        "of that limit, at which a group is written",
    ),
    "groups.delay_from": tunable(
        0.6,
        "%",
        "zfs_delay_min_dirty_percent",
        "dsl_pool.c",
        "share of that limit from which writes are delayed",
    ),
    "groups.delay_scale": tunable(
        500 * us, "us", "zfs_delay_scale", "dsl_pool.c", "half way from there to the limit"
    ),
    "groups.delay_most": tunable(100 * ms, "ms", "zfs_delay_max_ns", "dmu_tx.c"),
    "log.hand_over": physics(
        5 * WAKE,
        "us",
        "OpenZFS 2.3, zil.c and zio.c: five threads are woken, the two that issue the write and the flush, the two that "
        f"end them, and the program. {COMMIT}",
    ),
    "log.issue": physics(
        3 * us,
        "us",
        "half of a commit's work: a record finds its block, and the block's zio is made, while the log's lock is held "
        "(zil.c: zl_issuer_lock); since 2.2 data is copied without the lock. 1 to 13 us: where all of it was "
        "under the lock, a drive that could make 205,000 safe writes a second made 76,000 (smartos-live issue 847)",
    ),
    "log.rule": datasheet(
        "parallel",
        "",
        "OpenZFS 2.3, zil.c: zil_process_commit_list and zil_commit_waiter; a full block is issued at once, the "
        "last one when nothing else is in flight (zl_parallel), or after a wait",
    ),
    "log.patience": tunable(
        0.1, "", "zfs_commit_timeout_pct", "zil.c", "a share of the last block's latency"
    ),
    "log.header": tunable(192, "B", "lr_write_t", "zil.h", "a record's header"),
    "log.granule": tunable(4 * KiB, "KiB", "ZIL_MIN_BLKSZ", "zil.h", "and whole sectors of 4 KiB"),
    "log.sizing": datasheet(
        "fit",
        "",
        "OpenZFS 2.3, zil.c: zil_lwb_write_issue; a block is allocated when the one before it is "
        "written, as large as the largest recent one, but only what it holds is written (pools since version 26)",
    ),
    "log.indirect": tunable(
        32 * KiB,
        "KiB",
        "zfs_immediate_write_sz",
        "zfs_log.c",
        "a larger write without a log device leaves a pointer there",
    ),
    "queue.rule": datasheet("with credit", "", "OpenZFS 2.3, vdev_queue.c (since 2.0)"),
    "queue.sync_read_min": active(10, "sync_read_min"),
    "queue.sync_read_max": active(10, "sync_read_max"),
    "queue.sync_write_min": active(10, "sync_write_min"),
    "queue.sync_write_max": active(10, "sync_write_max"),
    "queue.async_read_min": active(1, "async_read_min"),
    "queue.async_read_max": active(3, "async_read_max"),
    "queue.async_write_min": active(2, "async_write_min"),
    "queue.async_write_max": active(10, "async_write_max"),
    "queue.scrub_min": active(1, "scrub_min"),
    "queue.scrub_max": active(3, "scrub_max"),
    "queue.dirty_low": tunable(
        0.3,
        "%",
        "zfs_vdev_async_write_active_min_dirty_percent",
        "vdev_queue.c",
        "with less dirty data asynchronous writes get their minimum",
    ),
    "queue.dirty_high": tunable(
        0.6,
        "%",
        "zfs_vdev_async_write_active_max_dirty_percent",
        "vdev_queue.c",
        "with more they get their maximum",
    ),
    "queue.aggregation": tunable(1 * MiB, "MiB", "zfs_vdev_aggregation_limit", "vdev_queue.c"),
    "queue.aggregation_flash": tunable(
        128 * KiB, "KiB", "zfs_vdev_aggregation_limit_non_rotating", "vdev_queue.c", "since 0.8"
    ),
    "queue.gap": tunable(32 * KiB, "KiB", "zfs_vdev_read_gap_limit", "vdev_queue.c"),
    "cache.arc_share": tunable(
        0.625,
        "%",
        "arc_default_max",
        "arc_os.c",
        "the larger of all memory but 1 GiB and 5/8 of it; on Linux half of it before 2.3",
    ),
    "cache.feed.feeder": datasheet("2010", "", "OpenZFS 2.3, arc.c: l2arc_feed_thread"),
    "cache.feed.header": tunable(
        96,
        "B",
        "HDR_L2ONLY_SIZE",
        "arc.c and arc_impl.h",
        "56 bytes of the header itself and 40 for its place on flash",
    ),
    "cache.feed.write": tunable(
        32 * MiB, "MiB/s", "l2arc_write_max", "arc.c", "a device a turn; 8 MiB until 2.2"
    ),
    "cache.feed.boost": tunable(
        32 * MiB, "MiB/s", "l2arc_write_boost", "arc.c", "in addition, until memory evicts blocks"
    ),
    "cache.feed.max_block": datasheet(
        16 * MiB,
        "MiB",
        "OpenZFS 2.3, arc.c: l2arc_write_eligible does not ask for the size; the largest record",
    ),
    "cache.feed.turn": tunable(1.0, "s", "l2arc_feed_secs", "arc.c"),
    "feeder.headroom": tunable(
        8,
        "",
        "l2arc_headroom",
        "arc.c",
        "how many turns' writes the feeder looks through in each list; 2 until 2.2",
    ),
    "feeder.again": tunable(
        0.2,
        "",
        "l2arc_feed_min_ms",
        "arc.c",
        "200 ms until the next turn after one that wrote much",
    ),
}
