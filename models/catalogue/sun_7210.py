"""The Sun Storage 7210 of 2008 as tested: all disks in the head, which has two sockets (`head-7210`)."""

from models.catalogue.provenance import Constant, datasheet, physics
from models.units import GB, GiB

TABLE = (
    "Bourbonnais 2009, Compared Performance of Sun 7000 Unified Storage Array Line, tested systems"
)

SUN_7210: dict[str, Constant] = {
    "memory": datasheet(32 * GiB, "GiB", f"{TABLE}: 32 GB"),
    "ports": datasheet(1, "", f"{TABLE}: one card of two ports of 10 GbE, one of them in use"),
    "mtu": datasheet(1500, "B", f"{TABLE}: regular frames of 1,500 bytes"),
    "disks": datasheet(44, "", f"{TABLE}: 44 SATA disks of 7,200 rpm, mirrored"),
    "disk_size": datasheet(500 * GB, "GB", f"{TABLE}: 500 GB each"),
    "disk_heads": physics(
        4,
        "",
        "taken: the disks of the 7410 with half of its platters, as drive makers of 2008 built 500 GB "
        "of the parts of 1 TB",
    ),
    "logs": datasheet(2, "", f"{TABLE}: two write-optimised SSDs of 18 GB"),
}
"""48 bays on six controllers of eight: each disk has a port of its own, and eight disks together
move less than a slot carries."""
