"""Parts that the iSCSI figures share: targets, heads, sizes, colours, and names of limits."""

from models.catalogue.machines import values as constants
from models.units import GB, MB, KiB

SUN = constants("7410")
DAEMON, KERNEL = "daemon", "COMSTAR"
TARGETS = {DAEMON: "daemon", KERNEL: "kernel"}
OLD, NEW = "head-7410", "head-7410-istanbul"
HEADS = {OLD: "Barcelona, 16 cores", NEW: "Istanbul, 24 cores"}
COLOURS = {DAEMON: "var(--wtg-2)", KERNEL: "var(--wtg-1)"}
OWN = SUN["network.client_message"]
SIZES = tuple(n * KiB for n in (0.5, 4, 8, 16, 32, 64, 128))
LIMITS = {
    "initiators": "the initiators",
    "ports": "the initiators' network ports",
    "lock": "the queue's lock",
    "cores": "the cores",
    "out": "the network cards",
}


def decimal(rate: float) -> str:
    """Return a throughput (bytes/s) in decimal units, as links and log devices are sold: 120 MB/s, 2.95 GB/s."""
    return f"{rate / GB:.3g} GB/s" if rate >= 999.5 * MB else f"{rate / MB:.3g} MB/s"
