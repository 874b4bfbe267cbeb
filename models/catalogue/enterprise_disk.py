"""A 7,200 rpm enterprise disk of about 2012, tested with random 4 KiB reads and writes in 2014."""

from models.catalogue.freebsd_box import FREEBSD_BOX
from models.catalogue.provenance import Constant, datasheet, fitted
from models.units import GB, MB, KiB, MiB, ms, rpm, us

TEST = "Elling 2014, ZIO Scheduling and Resilver Workloads"
ES3 = "Constellation ES.3 data sheet"

ENTERPRISE_DISK: dict[str, Constant] = {
    "pool.disks.speed": datasheet(
        7200 * rpm, "rpm", f"{TEST}: a typical enterprise-grade 7,200 rpm disk"
    ),
    "pool.disks.capacity": datasheet(
        2000 * GB, "GB", f"{ES3}: the 2 TB model; {TEST} does not name the drive"
    ),
    "pool.disks.heads": datasheet(5, "", f"{ES3}: five heads in the 2 TB model"),
    "pool.disks.media_rate": datasheet(175 * MB, "MB/s", f"{ES3}: sustained 83 to 175 MB/s"),
    "pool.disks.inner_share": datasheet(83 / 175, "", f"{ES3}: sustained 83 to 175 MB/s"),
    "pool.disks.skew": datasheet(
        0.8 * ms, "ms", "laid out so that it covers a head or track switch"
    ),
    "pool.disks.switch": datasheet(0.7 * ms, "ms", "a head or track switch takes just under 1 ms"),
    "pool.disks.seek_track": datasheet(
        0.5 * ms, "ms", "track to track; data sheets of 2007-2017 give 0.2 to 1 ms"
    ),
    "pool.disks.seek_average": datasheet(
        8.2 * ms, "ms", f"Ultrastar 7K4000 data sheet: 8.2 ms, typical; {TEST}: just over 8 ms"
    ),
    "pool.disks.seek_full": datasheet(17 * ms, "ms", "full stroke: about twice the average seek"),
    "pool.disks.write_settle": datasheet(
        1.0 * ms, "ms", "average write seek up to 1 ms above the read seek"
    ),
    "pool.disks.command": fitted(
        72 * us,
        "us",
        "as it was fitted for the FreeBSD machine's drive",
        *FREEBSD_BOX["pool.disks.command"].targets,
    ),
    "pool.disks.interface_rate": datasheet(600 * MB, "MB/s", f"{ES3}: 600 MB/s"),
    "pool.disks.cache_size": datasheet(64 * MiB, "MiB", "enterprise drives of 2010-2014"),
    "pool.disks.destage_set": fitted(
        40,
        "",
        "as it was fitted for the FreeBSD machine's drive",
        *FREEBSD_BOX["pool.disks.destage_set"].targets,
    ),
    "pool.disks.read_ahead": FREEBSD_BOX["pool.disks.read_ahead"],
    "pool.disks.depth": datasheet(32, "", "a SATA drive's queue holds 32 commands"),
    "pool.disks.ageing": fitted(
        0.004,
        "",
        "head start of a request for the time that the drive has passed it over: the longest write, "
        "slightly more than 100 ms; 0 would give about 125 ms",
        "hdd-write10-max",
    ),
    "load.size": datasheet(
        4 * KiB, "KiB", f"{TEST}: random reads or writes of 4 KB over the whole disk"
    ),
}
