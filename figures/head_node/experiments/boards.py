"""Parts that figures of the head node share: links by generation, a cached read with its headers,
and a control."""

from typing import Any

from figures.define.figure import Choice
from models.catalogue.machines import values
from models.head.head import CARDS, FIRST_CARDS, Head, Operation
from models.head.nic import MTUS
from models.protocols.nfs.wire import on_the_wire
from models.units import MiB

BOARD = (
    "link_clock",
    "crc",
    "doubled",
    "drivers",
    *(f"{what}_{socket}" for what in ("memory", "threads") for socket in range(4)),
)
"""Names of the constants that belong to a board: its links, and how drivers, memory and threads are
spread."""
OLD, NEW = "head-7410", "head-7410-istanbul"
HT1, HT3 = "HyperTransport 1", "HyperTransport 3"
PLACES = {"first": FIRST_CARDS, "moved": CARDS}
PROCESSORS = {OLD: "Barcelona, of 2007", NEW: "Istanbul, of 2009"}


def board_of(machine: str) -> dict[str, Any]:
    """Return the constants of a head that belong to its board, so that other processors can be put
    on it."""
    return {name: values(machine)[name] for name in BOARD}


LINKS = {HT1: board_of(OLD), HT3: board_of(NEW)}
"""The constants that belong to a board rather than to its processors, by the board's links."""


def read(head: Head, size: int) -> Operation:
    """Return the operation of an NFS read of `size` bytes from memory over jumbo frames."""
    wire = on_the_wire("READ", int(size), transfer=MiB, mtu=MTUS["jumbo"])
    return head.cached_read(int(size), wire.out, wire.come)


def links(default: str = HT1, **more: bool) -> Choice:
    """Return the control for the links between sockets."""
    return Choice(
        "Links",
        default,
        {HT1: "HyperTransport 1: 4 GB/s each way", HT3: "HyperTransport 3: 9.6 GB/s each way"},
        "The links between sockets, which belong to the board. With HyperTransport 3 two links join sockets 2 and 3.",
        **more,
    )
