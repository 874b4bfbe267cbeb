"""The Sun Storage 7310 of 2009, as it was tested: what its one-socket head (`head-7310`) has around
it."""

from models.catalogue.provenance import Constant
from models.units import GB, GiB

LIMITS = "Gregg 2009, My Sun Storage 7310 perf limits"

SUN_7310: dict[str, Constant] = {
    "memory": Constant(16 * GiB, "GiB", "datasheet", f"{LIMITS}: 16 Gbytes"),
    "cards": Constant(1, "", "datasheet", f"{LIMITS}: one card with two ports of 10 GbE"),
    "hbas": Constant(1, "", "datasheet", f"{LIMITS}: one HBA card"),
    "chains": Constant(
        1,
        "",
        "physics",
        f"{LIMITS}: one HBA; of its two SAS ports one is taken to be in use at a time, "
        "as the second way to each JBOD is there for when the first fails",
    ),
    "jbods": Constant(2, "", "datasheet", f"{LIMITS}: 2 JBODs"),
    "disks": Constant(24, "", "datasheet", f"{LIMITS}: 24 disks in each JBOD"),
    "disk_size": Constant(1000 * GB, "GB", "datasheet", f"{LIMITS}: 1 Tbyte"),
    "clients": Constant(
        20, "", "datasheet", f"{LIMITS}: 20 blades of 1,600 MHz with a port of 1 GbE each"
    ),
}
