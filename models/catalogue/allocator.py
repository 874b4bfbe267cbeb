"""The block allocator of ZFS before and after the release of the first quarter of 2010."""

from models.catalogue.provenance import Constant, datasheet, fitted, physics
from models.catalogue.zfs_queue import ZFS_QUEUE
from models.units import KiB

DOUBLING = "Bourbonnais 2010, Doubling Exchange Performance"
CODE = "OpenSolaris metaslab.c"

ALLOCATOR: dict[str, Constant] = {
    "slabs": datasheet(200, "", f"{DOUBLING}: about 200 slabs a vdev (vdev_metaslab_set_size)"),
    "free_2009": datasheet(
        0.30,
        "%",
        f"{DOUBLING}: 70 % full; metaslab_df_free_pct was 30 before 2010 (FreeBSD's change of that "
        "year shows both). With a smaller share free, best fit",
    ),
    "free_2010": datasheet(
        0.04, "%", f"{DOUBLING}: 96 % full; {CODE}, 2010: metaslab_df_free_pct 4"
    ),
    "bonus_2009": datasheet(
        2.0, "", f"{CODE}, 2006: METASLAB_SMO_BONUS_MULTIPLIER 2, for a slab that was used before"
    ),
    "bonus_2010": datasheet(
        1.5,
        "",
        f"{CODE}, 2010: metaslab_smo_bonus_pct 150 (divided by 100 in whole numbers, which made it 1: "
        "the text says what was meant)",
    ),
    "low_bonus": datasheet(
        2.0,
        "",
        f"{CODE}, 2006: a free byte weighs twice as much in the first slab as behind the last one",
    ),
    "least": datasheet(
        128 * KiB,
        "KiB",
        f"{DOUBLING}, and {CODE}, 2010: metaslab_df_alloc_threshold; a slab whose largest "
        "free run is smaller is searched by size, and from 2010 on no longer preferred",
    ),
    "aggregation": ZFS_QUEUE["aggregation"],
    "entry": datasheet(8, "B", "OpenSolaris space_map.h, 2008: a run in a space map on disk"),
    "map_block": datasheet(
        4 * KiB, "KiB", "OpenSolaris space_map.h, 2008: SPACE_MAP_BLOCKSHIFT 12"
    ),
    "condensed": physics(
        1.5,
        "",
        f"{CODE}, 2008: a map is written anew when it has twice as many entries as the slab has free "
        "runs; the mean of once and twice",
    ),
    "sync_time": datasheet(
        5.0,
        "s",
        "OpenSolaris dsl_pool.c, 2009: zfs_txg_synctime; the write throttle keeps a group as large as "
        "what the disks write in that time",
    ),
    "group": physics(
        128 * 1024 * KiB,
        "MiB",
        "what a disk writes of scattered blocks in sync_time, about: 100 MiB under the "
        "rules of 2009, 170 to 280 under those of 2010. From 16 to 128 MiB the gain is "
        "about the same, with 256 a fifth smaller, with 512 half as large",
    ),
    "oltp_fill": fitted(
        0.5,
        "%",
        f"{DOUBLING}: 50 % more OLTP, of what pool and until when is not said. Here half full, until all "
        "of it was overwritten once; with fills from 20 to 70 % the gain is 33 to 52 %",
        "alloc-oltp",
    ),
    "oltp_reads": fitted(
        0.035,
        "",
        "the same: reads from disk for each overwrite; memory and flash have the others. With none the "
        "gain would be 89 %, with one in ten 28 %, with one for each 4 %",
        "alloc-oltp",
    ),
    "young_fill": fitted(
        0.30,
        "%",
        f"{DOUBLING}: three times as much for Exchange (the title says twice), on what pool is not "
        "said. From 20 to 30 % full it is 3.0 to 4.1 times as much, at 10 % 3.1, at 50 % 2.0 times. And 70 % less "
        "variation: of twenty runs that overwrite this pool once, 62 to 70 %; at 50 % full 49 to 58 %",
        "alloc-exchange",
        "alloc-variability",
    ),
    "young_age": fitted(
        0.53,
        "",
        "the same: when the rules of 2009 have begun to write into used slabs, and those of 2010 go on "
        "with new ones, which they do until 0.7; a tenth earlier the gain is the same, a tenth later a third smaller",
        "alloc-exchange",
    ),
}
