"""Parts that the iSCSI figures share: targets, heads, sizes, colours, and names of limits."""

from models.catalogue.machines import values as constants
from models.units import KiB

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
