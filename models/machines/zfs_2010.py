"""ZFS as the appliances ran it from 2008 to about 2013: its caches in memory and on flash, and deduplication."""
from models.provenance import Constant
from models.units import KiB, MiB

AGE, REARC = "Bourbonnais 2015, It is the Dawning of the Age of the L2ARC", "Bourbonnais 2014, reARC"
DEDUP = "Bourbonnais 2010, Dedup Performance Considerations"

ZFS_2010: dict[str, Constant] = {
    "l2_header": Constant(170, "B", "datasheet", f"{REARC}: memory for each block that is on flash"),
    "l2_feed": Constant(8 * MiB, "MiB/s", "datasheet", "OpenSolaris arc.c, 2008: L2ARC_WRITE_SIZE, a device a turn"),
    "l2_max_block": Constant(32 * KiB, "KiB", "datasheet", f"{AGE}: larger blocks stay outside"),
    "l2_boost": Constant(
        8 * MiB, "MiB/s", "datasheet", "OpenSolaris arc.c, 2008: l2arc_write_boost, besides, until memory gives up blocks"),
    "l2_headroom": Constant(
        2, "", "datasheet", "OpenSolaris arc.c, 2008: L2ARC_HEADROOM, how many turns' writes it looks through in each list"),
    "l2_turn": Constant(1.0, "s", "datasheet", "OpenSolaris arc.c, 2008: L2ARC_FEED_SECS"),
    "l2_again": Constant(
        0.2, "", "datasheet", "illumos arc.c, 2010: L2ARC_FEED_MIN_MS, 200 ms to the next turn after one that wrote much"),
}
