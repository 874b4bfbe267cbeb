"""The Sun Storage 7110 of 2008 as tested, and its SAS disks of 10,000 rpm."""

from models.catalogue.freebsd_box import FREEBSD_BOX
from models.catalogue.provenance import Constant, datasheet, fitted, physics
from models.catalogue.sun_7210 import TABLE
from models.units import GB, MB, GiB, MiB, ms, rpm

DRIVE = "Seagate Savvio 10K.2, ST9146802SS"
NEXT = "product manuals of the Savvio 10K.1 and of the 10K.3 and 10K.4"

SUN_7110: dict[str, Constant] = {
    "pool.disks.speed": datasheet(10_000 * rpm, "rpm", f"{TABLE}: 10,000 rpm; {DRIVE}"),
    "pool.disks.capacity": datasheet(146 * GB, "GB", f"{TABLE}: 146 GB; {DRIVE}"),
    "pool.disks.heads": datasheet(4, "", f"{DRIVE}: two discs"),
    "pool.disks.media_rate": physics(
        88 * MB,
        "MB/s",
        f"taken: between its neighbours (geometric mean of {NEXT}: 506 to 753 Mbit/s inside, which is 41 "
        "to 63 MB/s of data, and 67 to 124 MB/s sustained); that of the 10K.2 was not found",
    ),
    "pool.disks.inner_share": physics(52 / 88, "", "taken: the same, 52 MB/s at the hub"),
    "pool.disks.skew": physics(
        0.5 * ms,
        "ms",
        f"taken: a track switch with its settling; {NEXT}: 0.2 to 0.5 ms a single track",
    ),
    "pool.disks.seek_track": datasheet(0.3 * ms, "ms", f"{NEXT}: 0.2 to 0.3 ms for a single track"),
    "pool.disks.seek_average": datasheet(3.8 * ms, "ms", f"{DRIVE}: average read seek"),
    "pool.disks.seek_full": datasheet(8.0 * ms, "ms", f"{NEXT}: full stroke, 7.8 to 8.1 ms"),
    "pool.disks.write_settle": datasheet(
        0.6 * ms, "ms", f"{DRIVE}: average write seek 4.4 ms against 3.8 for reads"
    ),
    "pool.disks.command": datasheet(
        0.2 * ms, "ms", f"{NEXT}: access times with and without the controller differ by 0.2 ms"
    ),
    "pool.disks.interface_rate": datasheet(300 * MB, "MB/s", f"{DRIVE}: SAS of 3 Gbit/s"),
    "pool.disks.cache_size": datasheet(16 * MiB, "MiB", f"{DRIVE}: 16 MB"),
    "pool.disks.destage_set": fitted(
        40,
        "",
        "as it was fitted for the FreeBSD machine's drive",
        *FREEBSD_BOX["pool.disks.destage_set"].targets,
    ),
    "pool.disks.depth": physics(
        64, "", "taken: a SAS disk takes more commands than the 35 that ZFS of 2008 sends it"
    ),
    "pool.disks.ageing": physics(0.004, "", "taken: as in the enterprise disk"),
    "memory": datasheet(8 * GiB, "GiB", f"{TABLE}: 8 GB"),
    "disks": datasheet(12, "", f"{TABLE}: 12 SAS disks"),
    "width": datasheet(4, "", f"{TABLE}: RAID-Z 3+1"),
}
"""Its processors and its network are those of the 7210. It has no log device."""
