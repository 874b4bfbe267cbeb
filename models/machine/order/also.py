"""Other names of settings: those of OpenZFS and its tunables, of fio, and of data sheets.

`zfs_txg_timeout`, `txg_timeout`, `txg.timeout` and `groups.timeout` all set `groups.interval`: a name may follow any
name of its part, with a dot or an underscore. Tunables may keep their prefixes `zfs_` and `zfs_vdev_`."""

import re
from collections.abc import Iterable, Iterator

PARTS = {
    "pool": "vdev vdevs zpool",
    "pool.disks": "disk drive drives hdd hdds",
    "log": "slog zil slogs logs",
    "log.device": "nvme",
    "cache": "arc memory_cache caches",
    "cache.flash": "l2arc l2",
    "cache.feed": "l2arc l2 feeder",
    "groups": "txg txgs group transaction_groups",
    "queue": "io_queue vdev_queue scheduler zio",
    "network": "net nic nics link",
    "head": "cpu cpus server host node memory",
    "filesystem": "fs dataset zfs zvol file_system share properties",
    "filesystem.dedup": "ddt deduplication",
    "filesystem.ufs": "ffs",
}
"""Other names of parts."""

SETTINGS = {
    "pool.layout": "type raid raid_level vdev_type redundancy",
    "pool.vdevs": "count vdev_count",
    "pool.width": "vdev_width disks_per_vdev drives_per_vdev",
    "pool.jbods": "jbod enclosures shelves trays",
    "pool.chains": "cables",
    "pool.hbas": "hba controllers adapters",
    "pool.ashift": "sector_shift",
    "pool.scattered": "fragmented",
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
    "pool.disks.discipline": "scheduler queue_discipline",
    "pool.disks.depth": "queue_depth ncq tcq ncq_depth",
    "log.devices": "count",
    "log.mirrored": "mirror",
    "log.place": "where location",
    "log.bias": "logbias filesystem.logbias dataset.logbias",
    "log.block": "maxblocksize max_block_size",
    "log.indirect": "immediate_write_sz immediate_write_size",
    "log.slog_limit": "slog_bulk",
    "log.device.kind": "type model kind",
    "log.device.access": "latency access_time write_latency",
    "log.device.rate": "bandwidth throughput speed write_rate",
    "log.device.capacity": "size",
    "log.device.flush": "flush_time flush_latency",
    "cache.arc": "arc_max size max",
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
    "queue.gap": "read_gap read_gap_limit",
    "queue.sync_read_min": "sync_read_min_active",
    "queue.sync_read_max": "sync_read_max_active",
    "queue.sync_write_min": "sync_write_min_active",
    "queue.sync_write_max": "sync_write_max_active",
    "queue.async_read_min": "async_read_min_active",
    "queue.async_read_max": "async_read_max_active",
    "queue.async_write_min": "async_write_min_active",
    "queue.async_write_max": "async_write_max_active",
    "queue.scrub_min": "scrub_min_active resilver_min_active",
    "queue.scrub_max": "scrub_max_active resilver_max_active",
    "queue.dirty_low": "async_write_active_min_dirty_percent",
    "queue.dirty_high": "async_write_active_max_dirty_percent",
    "network.ports": "nics links count",
    "network.port_rate": "rate speed bandwidth link_speed port_speed link_rate",
    "network.turnaround": "rtt latency round_trip",
    "head.cores": "cpus core_count cpu_cores",
    "head.memory": "ram dram size",
    "head.model": "type",
    "head.hash_rate": "sha256_rate checksum_rate",
    "filesystem.kind": "type fstype",
    "filesystem.recordsize": "record_size volblocksize blocksize block_size record",
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
    "checksum": "the checksum cannot be chosen",
    "clock": "the clock is part of head.model and of the times head.cpu_*",
    "compression": "the machine does not compress records",
    "copies": "the machine keeps one copy of a record",
    "direct": "all I/O goes through the file system",
    "fsync": "a write is made safe by local.o_sync or nfs.stable",
    "headroom": "the reach of the L2ARC's feeder follows cache.feed.feeder",
    "nconnect": "the machine does not count connections",
    "nfsd_threads": "the NFS server has a thread for each request",
    "network.threads": "the NFS server has a thread for each request",
    "prefetch_disable": "the loads read at random, so nothing is prefetched",
    "primarycache": "the contents of the ARC cannot be chosen",
    "resilver_min_time_ms": "no load resilvers",
    "scan_vdev_limit": "no load scrubs or resilvers",
    "secondarycache": "see cache.feed for what enters flash",
    "sockets": "the sockets are part of head.model",
    "spares": "the machine has no hot spares",
    "special": "the machine has no special vdevs",
}
"""Words of the field for parts that are not modelled, and why or what is instead."""
ELSEWHERE = {
    "disks.count": "the number of disks is pool.vdevs times pool.width",
    "spindles": "the number of disks is pool.vdevs times pool.width",
    "pool.groups": "the number of vdevs is pool.vdevs",
    "sector": "the smallest I/O of the pool is pool.ashift",
    "sector_size": "the smallest I/O of the pool is pool.ashift",
    "fragmentation": "blocks lie at random places with pool.scattered",
    "noprefetch": "its opposite is cache.feed.prefetched",
    "seed": "it is the command's option --seed",
    "runtime": "it is the command's option --seconds",
    "seconds": "it is the command's option --seconds",
    "ramp_time": "it is the command's option --warm",
}
"""Words of the field that stand for no setting, and what is set instead."""
MEANT = {
    "cache.feed.compression": "it is that of blocks on flash: the machine does not compress records",
    "filesystem.sync": "a load has settings of its own: local.o_sync, nfs.stable",
    "iscsi.size": "the size of a LUN is iscsi.data",
    "log.flush": "the time of a flush is log.device.flush",
    "network.cards": "the number of ports is network.ports",
    "nfs.size": "the size of the file is nfs.data",
    "pool.disks.kind": "the number of disks is pool.vdevs times pool.width",
}
"""What may be meant by a value that a setting cannot have."""
MOVED = {
    "constants": "the settings themselves",
    "dirty_max": "groups.limit",
    "disk_cache": "pool.disks.write_cache",
    "disk_kind": "pool.disks.kind",
    "disk_model": "pool.disks.model",
    "disk_spec": "pool.disks",
    "flash_size": "cache.flash.used",
    "head_spec": "head.spec",
    "intent_log": "log",
    "l2_boost": "cache.feed.boost",
    "l2_feed": "cache.feed.write",
    "l2_header": "cache.feed.header",
    "l2_turn": "cache.feed.turn",
    "log_device": "log.device.kind",
    "log_granule": "log.granule",
    "log_header": "log.header",
    "log_indirect": "log.indirect",
    "log_sizing": "log.sizing",
    "log_wake": "log.wake",
    "logs": "log.devices",
    "logs_a_jbod": "log.per_jbod",
    "logs_at": "log.place",
    "logzilla_access": "log.device.access",
    "logzilla_capacity": "log.device.capacity",
    "logzilla_rate": "log.device.rate",
    "mirrored_logs": "log.mirrored",
    "nvme_access": "log.device.access",
    "nvme_capacity": "log.device.capacity",
    "nvme_channels": "cache.flash.channels",
    "nvme_flush": "log.device.flush",
    "nvme_rate": "log.device.rate",
    "nvme_read_access": "cache.flash.access",
    "nvme_read_rate": "cache.flash.rate",
    "plain_nvme_access": "log.device.access",
    "plain_nvme_capacity": "log.device.capacity",
    "plain_nvme_flush": "log.device.flush",
    "plain_nvme_rate": "log.device.rate",
    "read_gap": "queue.gap",
    "readzilla_access": "cache.flash.access",
    "readzilla_capacity": "cache.flash.capacity",
    "readzilla_channels": "cache.flash.channels",
    "readzilla_feed": "cache.feed.rate",
    "readzilla_rate": "cache.flash.rate",
    "readzilla_spread": "cache.flash.spread",
    "record": "filesystem.recordsize",
    "txg_interval": "groups.interval",
    "ufs_block": "filesystem.ufs.block",
    "ufs_cluster": "filesystem.ufs.cluster",
    "ufs_group": "filesystem.ufs.group",
    "ufs_inodes": "filesystem.ufs.inodes",
    "zfs_queue": "queue",
}
"""Former names of settings, from before orders had parts, and their present names. They are refused."""


PERCENT, NANOSECONDS = r"(.*[._])?(\w+_percent|rwmixread)", r"(.*\.)?zfs_delay_(scale|max_ns)"
"""Names whose values OpenZFS and fio write as whole percents or nanoseconds, without a unit."""


def with_unit(name: str, text: str) -> str:
    """Return the value of a setting with the unit that it has under this name: rwmixread=70 is 70 %.

    Fractions are in SI units under any name. Raise ValueError for 1, which may be 1 or 100 %."""
    number = text.strip()
    if re.fullmatch(PERCENT, name, re.IGNORECASE) and re.fullmatch("[0-9]{1,9}", number):
        if number == "1":
            raise ValueError(f"{name} must be 1% or 100%, got '1'")
        return f"{number}%"
    if re.fullmatch(NANOSECONDS, name, re.IGNORECASE) and re.fullmatch("[0-9]{4,15}", number):
        return f"{number}ns"
    return text


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
        return [path for path in inside if path.startswith(within)]
    return found or [
        path
        for path in paths
        if word in SETTINGS.get(path, "").split() or (word != name and path.endswith(f".{word}"))
    ]


def parts_called(name: str) -> list[str]:
    """Return the dotted names of the parts that are called `name`, or end with it."""
    last = name.rpartition(".")[2]
    return [part for part in PARTS if name == part or last in names_of(part)]


def names_of(part: str) -> list[str]:
    """Return the short name and the other names of a part."""
    return [part.rpartition(".")[2], *PARTS[part].split()]


def split(word: str) -> Iterator[tuple[str, str]]:
    """Yield the sections that `word` may begin with, each with the rest of it."""
    for section in PARTS:
        for part in (section, *names_of(section)):
            for end in (".", "_"):
                if word.startswith(part + end):
                    yield section, word[len(part) + 1 :]


def why_absent(name: str) -> str:
    """Return why `name` is no setting and what is instead, or "" if no such word is known."""
    dotted = f".{name.lower()}".replace("_", ".").replace("-", ".")
    words = {**ABSENT, **ELSEWHERE}
    return next((words[w] for w in words if dotted.endswith(f".{w.replace('_', '.')}")), "")


def leaf_called(name: str, leaves: Iterable[str]) -> str:
    """Return the setting of a load that is called `name` elsewhere, or ""."""
    return next((leaf for leaf in leaves if name.lower() in LOADS.get(leaf, "").split()), "")
