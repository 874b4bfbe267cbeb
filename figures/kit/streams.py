"""Machines that serve sequential reads and writes of files, and a short run of one."""

from typing import Any

from models.head.head import FIRST_CARDS
from models.head.nic import GIGABIT
from models.head.pcie import Slot
from models.machine import SUN_7410, Card, Machine, Order, Stream
from models.machine.loads.streams import PARTS
from models.machine.order import LAYOUTS
from models.machine.ran import Ran
from models.units import TB, ms

RECORD = SUN_7410.filesystem.record
LAUNCHED = {"bound": False, "cards": tuple(FIRST_CARDS.items())}
"""The 7410 as first sold: network cards share a bridge, and drivers' threads are not bound to processors. Data is sent without
copies: the model then sends 1.7 GiB/s from memory, and 1.4 with copies; 1.90 was measured (Gregg 2009)."""
HEADS: dict[str, dict[str, Any]] = {
    "7310": {"head": "head-7310"},
    "launch": {"head": {"spec": LAUNCHED}},
    "tuned": {},
    "ht3": {"head": "head-7410-istanbul"},
}
SLOT = Slot()
ROUNDS, LEAST, RECORDS = 3, 50 * ms, 3000
USED = {
    "cores": "cores",
    "network cards' slots": "cards out",
    "disk cables": "cables",
    "disks": "disks",
}
"""Stage -> the part whose use a run counts."""


def streamer(
    head: str = "launch",
    *,
    cards: int = 1,
    ports: int = 2,
    gigabit: int = 0,
    slot: Slot = SLOT,
    hbas: int = 3,
    chains: int = 6,
    jbods: int = 6,
    each: int = 24,
    capacity: float = 1 * TB,
    layout: str = "mirror",
    width: int = 0,
    **otherwise: Any,
) -> Order:
    """Return the order of a 7410 with one of HEADS that serves streams.

    cards: 10 GbE cards with `ports` each, in slots like `slot`. gigabit: ports of 1 GbE on the
    board. jbods: boxes of `each` disks of `capacity` bytes (with as many platters as that takes).
    width: disks of a vdev (0: the usual number). otherwise: further settings of the order.
    """
    width = width or (int(PARTS["raidz2_width"]) if layout == "raidz2" else LAYOUTS[layout].disks)
    drive = SUN_7410.drive
    seats = (
        *(Card(ports, slot=slot) for _ in range(cards)),
        *([Card(gigabit, GIGABIT, None)] if gigabit else []),
    )
    return SUN_7410.order(
        pool={
            "layout": layout,
            "vdevs": jbods * each // width,
            "width": width,
            "jbods": jbods,
            "chains": chains,
            "hbas": hbas,
            "begin": 0.0,
        },
        cards=seats,
        disks={
            "capacity": int(capacity),
            "heads": max(1, round(drive.heads * capacity / drive.capacity)),
        },
        **HEADS[head],
        **otherwise,
    )


def ran(order: Order, load: Stream, rate: float, seed: int) -> Ran | None:
    """Run the machine briefly and return the result. If it serves about `rate` (bytes/s), three
    rounds of requests are measured, after six to warm up. Return None if that would take too many
    records from disk."""
    seconds = max(LEAST, ROUNDS * load.clients * load.in_flight * load.size / rate)
    if not load.cached and 2 * seconds * rate > RECORDS * RECORD:
        return None
    return Machine(order, seed).run(load, seconds=seconds, warm=2 * seconds)


def in_use(found: Ran | None) -> dict[str, float]:
    """Return stage -> the share of the time (0-1) for which it is in use, for the stages whose use
    the run counts."""
    return (
        {stage: found.used[part] for stage, part in USED.items() if part in found.used}
        if found
        else {}
    )
