"""Other names of settings: those of OpenZFS and its tunables, of fio, and of data sheets.

`zfs_txg_timeout`, `txg_timeout`, `txg.timeout` and `groups.timeout` all set `groups.interval`: a name may follow any
name of its part, with a dot or an underscore. Tunables may keep their prefixes `zfs_` and `zfs_vdev_`."""

import re
from collections.abc import Iterable, Iterator

PARTS = {
    "pool": "pool vdev vdevs zpool",
    "pool.disks": "disks disk drive drives hdd hdds",
    "pool.disks.ssd": "ssd ssds",
    "pool.special": "special special_vdev allocation_class",
    "log": "log slog zil slogs logs",
    "log.device": "device nvme",
    "cache": "cache arc memory_cache caches",
    "cache.flash": "flash l2arc l2",
    "cache.feed": "feed l2arc l2 feeder",
    "groups": "groups txg txgs group transaction_groups",
    "queue": "queue io_queue vdev_queue scheduler zio",
    "network": "network net nic nics link",
    "head": "head cpu cpus server host node memory",
    "filesystem": "filesystem fs dataset zfs zvol file_system share properties",
    "filesystem.dedup": "dedup ddt deduplication",
    "filesystem.ufs": "ufs ffs",
}
"""Other names of parts. The first is the short one."""

SETTINGS = {
    "pool.layout": "type raid raid_level vdev_type redundancy",
    "pool.vdevs": "count vdev_count",
    "pool.width": "vdev_width disks_per_vdev drives_per_vdev",
    "pool.jbods": "jbod enclosures shelves trays",
    "pool.chains": "cables",
    "pool.hbas": "hba controllers adapters",
    "pool.ashift": "sector_shift",
    "pool.sides": "mirror_reads",
    "pool.scattered": "fragmented",
    "pool.filled": "full fill fullness",
    "pool.overwritten": "rewritten",
    "pool.draid_data": "data_disks",
    "pool.draid_spares": "distributed_spares",
    "pool.special.devices": "count",
    "pool.special.kind": "type model",
    "pool.special.small": "small_blocks special_small_blocks",
    "pool.disks.ssd.kind": "type model",
    "pool.disks.speed": "rpm spindle spindle_speed rotation_speed rotational_speed",
    "pool.disks.capacity": "size",
    "pool.disks.media_rate": "rate transfer_rate sustained_rate bandwidth",
    "pool.disks.interface_rate": "bus_rate link_rate",
    "pool.disks.seek_average": "seek average_seek avg_seek seek_time",
    "pool.disks.seek_full": "full_seek full_stroke seek_max",
    "pool.disks.seek_track": "track_seek track_to_track seek_min",
    "pool.disks.cache_size": "cache buffer buffer_size",
    "pool.disks.read_ahead": "readahead prefetch",
    "pool.disks.kind": "type media",
    "pool.disks.overhead": "command_overhead controller_overhead",
    "pool.disks.discipline": "scheduler queue_discipline",
    "pool.disks.depth": "queue_depth ncq tcq ncq_depth",
    "log.devices": "count slog slogs",
    "log.mirrored": "mirror",
    "log.place": "where location",
    "log.bias": "logbias filesystem.logbias dataset.logbias",
    "log.block": "maxblocksize max_block_size",
    "log.indirect": "immediate_write_sz immediate_write_size",
    "log.patience": "commit_timeout_pct commit_timeout",
    "log.slog_limit": "slog_bulk",
    "log.device.kind": "type model kind",
    "log.device.access": "latency access_time write_latency",
    "log.device.rate": "bandwidth throughput speed write_rate",
    "log.device.capacity": "size",
    "log.device.flush": "flush_time flush_latency",
    "cache.arc": "arc_max size max",
    "cache.pointers_packed": "compressed_arc compressed_arc_enabled",
    "cache.prefetch": "zfetch",
    "cache.meta_limit": "arc_meta_limit meta_limit_percent",
    "cache.flash.devices": "count",
    "cache.flash.access": "latency access_time read_latency",
    "cache.flash.rate": "bandwidth throughput speed read_rate",
    "cache.flash.capacity": "size",
    "cache.feed.write": "write_max",
    "cache.feed.boost": "write_boost",
    "cache.feed.turn": "feed_secs interval",
    "groups.interval": "timeout txg_timeout",
    "groups.limit": "dirty_data_max dirty_max max_dirty",
    "groups.memory_share": "dirty_data_max_percent",
    "groups.limit_most": "dirty_data_max_max",
    "groups.kick": "dirty_data_sync",
    "groups.kick_share": "dirty_data_sync_percent",
    "groups.delay_from": "delay_min_dirty_percent",
    "groups.delay_most": "delay_max_ns",
    "groups.copies": "metadata_copies",
    "queue.pending": "max_pending max_active",
    "queue.aggregation": "aggregation_limit",
    "queue.aggregation_flash": "aggregation_limit_non_rotating",
    "queue.gap": "read_gap read_gap_limit",
    **{
        f"queue.{way}_{what}_{end}": f"{way}_{what}_{end}_active"
        for way in ("sync", "async")
        for what in ("read", "write")
        for end in ("min", "max")
    },
    "queue.scrub_min": "scrub_min_active resilver_min_active",
    "queue.scrub_max": "scrub_max_active resilver_max_active",
    "queue.dirty_low": "async_write_active_min_dirty_percent",
    "queue.dirty_high": "async_write_active_max_dirty_percent",
    "network.nfsd": "nfsd_threads nfsd_servers nfs_threads server_threads",
    "network.ports": "nics links count",
    "network.port_rate": "rate speed bandwidth link_speed port_speed link_rate",
    "network.turnaround": "rtt latency round_trip",
    "head.cores": "cpus core_count cpu_cores",
    "head.memory": "ram dram size",
    "head.model": "type",
    "head.hash_rate": "sha256_rate checksum_rate",
    "filesystem.kind": "type fstype",
    "filesystem.recordsize": "record_size volblocksize blocksize block_size record",
    "filesystem.ratio": "compressratio compress_ratio compression_ratio",
    "filesystem.datasets": "filesystems shares count",
    "filesystem.dedup.on": "enabled",
}
"""Other names of an order's settings."""
LOADS = {
    "clients": "hosts",
    "initiators": "clients hosts luns",
    "threads": "numjobs jobs iodepth queue_depth qd programs processes",
    "size": "bs blocksize block_size iosize io_size request_size xfersize wsize rsize",
    "reads": "read rwmixread read_share read_ratio read_percent",
    "over": "overwrite overwrites",
    "stable": "sync stability commit",
    "o_direct": "direct odirect",
    "o_sync": "sync osync",
    "think": "thinktime think_time",
    "data": "filesize file_size working_set lun_size dataset_size",
    "skew": "zipf theta",
    "rate": "rate_iops iops arrival_rate",
    "turnaround": "rtt think think_time",
    "way": "rtt round_trip",
    "held": "cached warm in_memory",
    "cache": "write_cache wce writeback",
    "target": "type",
    "at": "start startdelay",
}
"""Other names of a load's settings."""
ABSENT = {
    "arc_min": "the ARC has one size, cache.arc",
    "atime": "the machine keeps no access times",
    "copies": "the machine keeps one copy of a record",
    "clock sockets": "the clock and sockets of a head follow head.model",
    "fsync": "a write is made safe by local.o_sync or nfs.stable",
    "l2arc_headroom": "the reach of the L2ARC's feeder follows cache.feed.feeder",
    "nconnect": "the machine does not count connections",
    "primarycache": "the contents of the ARC cannot be chosen",
    "recording shingled smr": "disks record conventionally: no shingled zones, and no cleaning of them",
    "secondarycache": "see cache.feed for what enters flash",
    "spares": "the machine has no hot spares; those of dRAID are pool.draid_spares",
    "zfs_prefetch_disable": "see cache.prefetch",
    "zfs_scan_vdev_limit zfs_resilver_min_time_ms": "no load scrubs or resilvers",
}
"""Words of the field for parts that are not modelled, and why or what is instead."""
ELSEWHERE = {
    "disks.count spindles": "the number of disks is pool.vdevs times pool.width",
    "fragmentation aged": "blocks lie at random places with pool.scattered, or with pool.filled and pool.overwritten",
    "model": "the kind of SSD is pool.disks.ssd.kind",
    "noprefetch": "its opposite is cache.feed.prefetched",
    "pool.groups": "the number of vdevs is pool.vdevs",
    "sector sector_size": "the smallest I/O of the pool is pool.ashift",
    "seed": "it is the command's option --seed",
    "runtime seconds": "it is the command's option --seconds",
    "ramp_time": "it is the command's option --warm",
}
"""Words of the field that stand for no setting, and what is set instead."""
USUAL = {"compression": "filesystem.compression", "filled": "pool.filled"}
"""Short names of several settings, and the one that is meant."""
WHY = {word: why for words, why in {**ABSENT, **ELSEWHERE}.items() for word in words.split()}
MEANT = {
    "cache.flash.devices": "the kind of SSD is cache.flash.kind",
    "filesystem.sync": "a load has settings of its own: local.o_sync, nfs.stable",
    "iscsi.size": "the size of a LUN is iscsi.data",
    "log.devices": "the kind of device is log.device.kind",
    "log.flush": "the time of a flush is log.device.flush",
    "nfs.size": "the size of the file is nfs.data",
    "pool.disks.kind": "the number of disks is pool.vdevs times pool.width, and the kind of SSD "
    "pool.disks.ssd.kind",
    "pool.special.devices": "the kind of SSD is pool.special.kind",
}
"""What may be meant by a value that a setting cannot have."""
FORMER = {
    **{f"log.{leaf}": f"log_{leaf}" for leaf in "granule header indirect sizing wake".split()},
    **{f"filesystem.ufs.{leaf}": f"ufs_{leaf}" for leaf in "block cluster group inodes".split()},
    "cache.feed.boost": "l2_boost",
    "cache.feed.header": "l2_header",
    "cache.feed.rate": "readzilla_feed",
    "cache.feed.turn": "l2_turn",
    "cache.feed.write": "l2_feed",
    "cache.flash.access": "nvme_read_access readzilla_access",
    "cache.flash.capacity": "readzilla_capacity",
    "cache.flash.channels": "nvme_channels readzilla_channels",
    "cache.flash.rate": "nvme_read_rate readzilla_rate",
    "cache.flash.spread": "readzilla_spread",
    "cache.flash.used": "flash_size",
    "filesystem.recordsize": "record",
    "groups.interval": "txg_interval",
    "groups.limit": "dirty_max",
    "log": "intent_log",
    "log.device.access": "logzilla_access nvme_access plain_nvme_access",
    "log.device.capacity": "logzilla_capacity nvme_capacity plain_nvme_capacity",
    "log.device.flush": "nvme_flush plain_nvme_flush",
    "log.device.kind": "log_device",
    "log.device.rate": "logzilla_rate nvme_rate plain_nvme_rate",
    "log.devices": "logs",
    "log.mirrored": "mirrored_logs",
    "log.per_jbod": "logs_a_jbod",
    "log.place": "logs_at",
    "pool.disks": "disk_spec",
    "pool.disks.kind": "disk_kind",
    "pool.disks.model": "disk_model",
    "pool.disks.write_cache": "disk_cache",
    "queue": "zfs_queue",
    "queue.gap": "read_gap",
    "head.spec": "head_spec",
    "the settings themselves": "constants",
}
MOVED = {old: new for new, words in FORMER.items() for old in words.split()}
"""Former names of settings, from before orders had parts, and their present names. They are refused."""


def with_unit(name: str, text: str) -> str:
    """Return a value with its unit if it is a whole number as OpenZFS and fio write it without one:
    rwmixread=70 is 70 %. Raise ValueError for 1, which may be 1 or 100 %."""
    word, number = name.lower().rpartition(".")[2], text.strip()
    if word.endswith(("_percent", "rwmixread")) and re.fullmatch("[0-9]{1,9}", number):
        if number == "1":
            raise ValueError(f"{name} must be 1% or 100%, got '1'")
        return f"{number}%"
    if word.endswith("ratio") and re.fullmatch("[0-9.]{1,9}x", number):  # as `zfs get` prints it
        return number[:-1]
    whole = word == "zfs_delay_scale" and re.fullmatch("[0-9]{4,15}", number)
    plain = word.endswith("_ns") and re.fullmatch("[0-9.]{1,15}", number)
    return f"{number}ns" if whole or plain else text


def paths_called(name: str, paths: Iterable[str]) -> list[str]:
    """Return those of the dotted names `paths` that are called `name` elsewhere."""
    word = name.lower().replace("-", "_").removeprefix("zfs_").removeprefix("vdev_")
    found = [path for path in paths if "." in word and word in SETTINGS.get(path, "").split()]
    for section, rest in split(word):
        inside = [
            path
            for path in paths
            if (path.startswith(f"{section}.") and rest in SETTINGS.get(path, "").split())
            or path == f"{section}.{rest}"
        ]
        depth = min((path.count(".") for path in inside), default=0)
        found += [path for path in inside if path.count(".") == depth and path not in found]
    section, _, last = word.rpartition(".")
    if not found and section:  # as in cache.l2arc_write_max
        within = ("",) if section == "zfs" else tuple(f"{one}." for one in parts_called(section))
        inside = paths_called(last, paths) if any(split(last)) else []
        return inside if all(path.startswith(within) for path in inside) else []
    return found or [
        path
        for path in paths
        if word in SETTINGS.get(path, "").split() or (word != name and path.endswith(f".{word}"))
    ]


def parts_called(name: str) -> list[str]:
    """Return the dotted names of the parts that are called `name`, or end with it."""
    last = name.rpartition(".")[2]
    return [part for part in PARTS if name == part or last in PARTS[part].split()]


def split(word: str) -> Iterator[tuple[str, str]]:
    """Yield the sections that `word` may begin with, each with the rest of it."""
    for section in PARTS:
        for part in (section, *PARTS[section].split()):
            for end in (".", "_"):
                if word.startswith(part + end):
                    yield section, word[len(part) + 1 :]


def why_absent(name: str) -> str:
    """Return why `name` is no setting and what is instead, or "" if no such word is known."""
    dotted = f".{name.lower()}".replace("_", ".")
    return next((WHY[word] for word in WHY if dotted.endswith(f".{word.replace('_', '.')}")), "")


def names_of_load(leaves: Iterable[str]) -> dict[str, str]:
    """Return the names and other names of a load's settings, each with the setting."""
    others = {word: leaf for leaf in leaves for word in LOADS.get(leaf, "").split()}
    return {**others, **{leaf: leaf for leaf in leaves}}
