"""The Sun Storage 7310 of 2009 as tested, apart from its one-socket head (`head-7310`)."""

from models.catalogue.provenance import Constant, datasheet, physics
from models.units import GB, GiB

LIMITS = "Gregg 2009, My Sun Storage 7310 perf limits"

SUN_7310: dict[str, Constant] = {
    "memory": datasheet(16 * GiB, "GiB", f"{LIMITS}: 16 Gbytes"),
    "cards": datasheet(1, "", f"{LIMITS}: one card with two ports of 10 GbE"),
    "hbas": datasheet(1, "", f"{LIMITS}: one HBA card"),
    "chains": physics(
        1,
        "",
        f"{LIMITS}: one HBA; of its two SAS ports one is taken to be in use at a time, "
        "as the second way to each JBOD is there for when the first fails",
    ),
    "jbods": datasheet(2, "", f"{LIMITS}: 2 JBODs"),
    "disks": datasheet(24, "", f"{LIMITS}: 24 disks in each JBOD"),
    "disk_size": datasheet(1000 * GB, "GB", f"{LIMITS}: 1 Tbyte"),
    "clients": datasheet(20, "", f"{LIMITS}: 20 blades of 1,600 MHz with a port of 1 GbE each"),
}
