"""What the figures of iSCSI share: the machines as they were, the daemon's costs, initiators, and what limits a run."""
from models.catalogue.machines import values as constants
from models.experiments.iscsi.reads import Initiators
from models.protocols.iscsi.daemon import Costs
from models.units import KiB

SUN = constants("7410")
DAEMON, KERNEL = "daemon", "COMSTAR"
TARGETS = {DAEMON: "daemon", KERNEL: "kernel"}
OLD, NEW = "head-7410", "head-7410-istanbul"
HEADS = {OLD: "Barcelona, 16 cores", NEW: "Istanbul, 24 cores"}
COLOURS = {DAEMON: "var(--wtg-2)", KERNEL: "var(--wtg-1)"}
COSTS = Costs(SUN["daemon_hold"], SUN["daemon_wake"], 1 / SUN["daemon_copy"], SUN["daemon_sleep"],
              (int(SUN["daemon_command_trips"]), int(SUN["daemon_data_trips"])))
OWN, PORT = SUN["initiator_own"], SUN["initiator_port"]
WAY = SUN["turnaround"] - SUN["cpu_network"] - OWN
"""What is neither the initiator's own time nor the head's: both networks' ways, and the card's delay."""
SIZES = tuple(n * KiB for n in (0.5, 4, 8, 16, 32, 64, 128))
LIMITS = {"initiators": "the initiators", "ports": "the initiators' network ports", "lock": "the queue's lock",
          "cores": "the cores", "out": "the network cards"}


def initiators(count, threads, own=OWN):
    """So many, as those of the texts."""
    return Initiators(int(count), int(threads), own, PORT, WAY)
