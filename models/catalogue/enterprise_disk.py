"""An enterprise disk of 7,200 rpm of about 2012, as it was tested with random 4 KiB reads and
writes in 2014."""

from models.catalogue.freebsd_box import FREEBSD_BOX
from models.catalogue.provenance import Constant, by_part
from models.units import GB, MB, KiB, MiB, ms, rpm, us

TEST = "Elling 2014, ZIO Scheduling and Resilver Workloads"
ES3 = "Constellation ES.3 data sheet"

ENTERPRISE_DISK: dict[str, Constant] = by_part(
    {
        "pool.disks": {
            "speed": Constant(
                7200 * rpm, "rpm", "datasheet", f"{TEST}: a typical enterprise-grade 7,200 rpm disk"
            ),
            "capacity": Constant(
                2000 * GB,
                "GB",
                "datasheet",
                f"{ES3}: the 2 TB model; {TEST} does not name the drive",
            ),
            "heads": Constant(5, "", "datasheet", f"{ES3}: five heads in the 2 TB model"),
            "media_rate": Constant(
                175 * MB, "MB/s", "datasheet", f"{ES3}: sustained 83 to 175 MB/s"
            ),
            "inner_share": Constant(83 / 175, "", "datasheet", f"{ES3}: sustained 83 to 175 MB/s"),
            "skew": Constant(
                0.8 * ms, "ms", "datasheet", "laid out so that it covers a head or track switch"
            ),
            "switch": Constant(
                0.7 * ms, "ms", "datasheet", "a head or track switch takes just under 1 ms"
            ),
            "seek_track": Constant(
                0.5 * ms,
                "ms",
                "datasheet",
                "track to track; data sheets of 2007-2017 give 0.2 to 1 ms",
            ),
            "seek_average": Constant(
                8.2 * ms,
                "ms",
                "datasheet",
                f"Ultrastar 7K4000 data sheet: 8.2 ms, typical; {TEST}: just over 8 ms",
            ),
            "seek_full": Constant(
                17 * ms, "ms", "datasheet", "full stroke: about twice the average seek"
            ),
            "write_settle": Constant(
                1.0 * ms, "ms", "datasheet", "average write seek up to 1 ms above the read seek"
            ),
            "command": Constant(
                72 * us,
                "us",
                "fitted",
                "as it was fitted for the FreeBSD machine's drive",
                FREEBSD_BOX["pool.disks.command"].targets,
            ),
            "interface_rate": Constant(600 * MB, "MB/s", "datasheet", f"{ES3}: 600 MB/s"),
            "cache_size": Constant(64 * MiB, "MiB", "datasheet", "enterprise drives of 2010-2014"),
            "destage_set": Constant(
                40,
                "",
                "fitted",
                "as it was fitted for the FreeBSD machine's drive",
                FREEBSD_BOX["pool.disks.destage_set"].targets,
            ),
            "depth": Constant(32, "", "datasheet", "a SATA drive's queue holds 32 commands"),
            "ageing": Constant(
                0.004,
                "",
                "fitted",
                "head start of a request for the time that the drive has passed it over: the longest write, "
                "slightly more than 100 ms; 0 would give about 125 ms",
                ("hdd-write10-max",),
            ),
        },
        "load": {
            "size": Constant(
                4 * KiB,
                "KiB",
                "datasheet",
                f"{TEST}: random reads or writes of 4 KB over the whole disk",
            ),
        },
    }
)
