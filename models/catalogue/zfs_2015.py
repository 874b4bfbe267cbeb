"""ZFS on the appliances in 2015, after its caches in memory and on flash were rewritten."""

from models.catalogue.provenance import Constant, datasheet, physics
from models.catalogue.zfs_2010 import AGE, REARC
from models.units import KiB, MiB, us

ZFS_2015: dict[str, Constant] = {
    "l2_header": datasheet(80, "B", f"{REARC}: memory for each block that is on flash"),
    "l2_max_block": datasheet(32 * KiB, "KiB", f"{AGE}: larger blocks stay outside, as compressed"),
    "l2_guard": datasheet(0.3, "%", f"{AGE}: share of the cache that such headers may take"),
    "l2_segment": datasheet(8 * MiB, "MiB", f"{AGE}: flash is filled and evicted in segments"),
    "l2_entry": datasheet(
        40, "B", f"{AGE}: written on flash for each block, to find it after a restart"
    ),
    "l2_ahead": physics(
        1 / 16,
        "%",
        f"{AGE}: well ahead of the tail; how far is not published, here a 16th of the cache",
    ),
    "arc_hash_locks": datasheet(
        8192, "", "OpenZFS arc.c, 2014: BUF_LOCKS, a line of the CPU's cache each"
    ),
    "arc_lists": datasheet(
        1.0, "", "illumos arc.c, 2015: lists for each CPU, each with a lock of its own"
    ),
    "arc_evict_batch": datasheet(
        10, "", "illumos arc.c, 2015: blocks evicted before a list's lock is released"
    ),
    "arc_shrink": datasheet(
        1 / 128, "%", "illumos arc.c, 2014: arc_shrink_shift 7, evicted at a time"
    ),
    "arc_no_grow": datasheet(
        1 / 32,
        "%",
        "illumos arc.c, 2014: arc_no_grow_shift 5; with less free above the floor than this share "
        "of the cache, a new block takes the place of an old one",
    ),
    "meta_limit": datasheet(1.0, "%", f"{REARC}: no limit on metadata"),
    "l2_enter": physics(
        0.5 * us,
        "us",
        "a processor enters a block that was on flash before a restart: memory for its header and "
        "a place in a hash table, a few misses of its caches. Not published",
    ),
}
