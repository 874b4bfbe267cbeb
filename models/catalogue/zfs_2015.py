"""ZFS as the appliances ran it in 2015, after the cache in memory and the cache on flash were
written anew."""

from models.catalogue.provenance import Constant
from models.catalogue.zfs_2010 import AGE, REARC
from models.units import KiB, MiB, us

ZFS_2015: dict[str, Constant] = {
    "l2_header": Constant(80, "B", "datasheet", f"{REARC}: memory for each block that is on flash"),
    "l2_max_block": Constant(
        32 * KiB, "KiB", "datasheet", f"{AGE}: larger blocks stay outside, as compressed"
    ),
    "l2_guard": Constant(
        0.3, "%", "datasheet", f"{AGE}: share of the cache that such headers may take"
    ),
    "l2_segment": Constant(
        8 * MiB, "MiB", "datasheet", f"{AGE}: flash is taken and given up in segments"
    ),
    "l2_entry": Constant(
        40, "B", "datasheet", f"{AGE}: written on flash for each block, to find it after a restart"
    ),
    "l2_ahead": Constant(
        1 / 16,
        "%",
        "physics",
        f"{AGE}: well ahead of the tail; how far is not published, here a 16th of the cache",
    ),
    "arc_hash_locks": Constant(
        8192, "", "datasheet", "OpenZFS arc.c, 2014: BUF_LOCKS, a line of the CPU's cache each"
    ),
    "arc_lists": Constant(
        1.0, "", "datasheet", "illumos arc.c, 2015: lists for each CPU, each with a lock of its own"
    ),
    "arc_evict_batch": Constant(
        10, "", "datasheet", "illumos arc.c, 2015: blocks given up before a list's lock is let go"
    ),
    "arc_shrink": Constant(
        1 / 128, "%", "datasheet", "illumos arc.c, 2014: arc_shrink_shift 7, given up at a time"
    ),
    "arc_no_grow": Constant(
        1 / 32,
        "%",
        "datasheet",
        "illumos arc.c, 2014: arc_no_grow_shift 5; with less free above the floor than this share "
        "of the cache, a new block takes the place of an old one",
    ),
    "meta_limit": Constant(1.0, "%", "datasheet", f"{REARC}: no limit on metadata"),
    "l2_enter": Constant(
        0.5 * us,
        "us",
        "physics",
        "a processor enters a block that was on flash before a restart: memory for its header and "
        "a place in a hash table, a few misses of its caches. Not published",
    ),
}
