"""Bytes that each port of each socket of a 7410 sends, as the processors' counters show them.

The port through which a packet goes on is looked up by its destination (AMD's BIOS and kernel
guides for these families: a routing table with an entry for each node). So where two links join the
same sockets, the first carries packets that end there, and the second carries those that go on. The
load is not balanced.
"""

from copy import copy
from typing import Any

from models.head.coherence import missed
from models.head.head import Head, Operation
from models.head.hypertransport import Board, Link, Node

PORTS: dict[tuple[int, int], Node] = {
    (0, 0): 1,
    (0, 1): "MCP55",
    (0, 2): 2,
    (1, 0): 0,
    (1, 1): 3,
    (1, 2): "IO55",
    (2, 0): 3,
    (2, 1): 3,
    (2, 2): 0,
    (3, 0): 2,
    (3, 1): 1,
    (3, 2): 2,
}
"""(socket, port) -> the node at its other end (Gregg 2009, 7410 hardware update). The fourth ports
are unused."""
SECOND = {(2, 1), (3, 2)}
"""The ports of the second link between sockets 2 and 3, which only the newer board uses."""


def further(board: Board) -> Board:
    """Return a copy of the board on which packets that go on beyond sockets 2 and 3 use links of
    their own, (2, "3") and (3, "2")."""
    second: dict[Link, Any] = {(2, 3): (2, "3"), (3, 2): (3, "2")}
    extended = copy(board)
    extended.capacity = {
        **board.capacity,
        **{other: board.capacity[link] for link, other in second.items()},
    }
    extended.paths = {
        (a, b): tuple(link if link[1] == b else second.get(link, link) for link in path)
        for (a, b), path in board.paths.items()
    }
    return extended


def beyond(head: Head, operation: Operation) -> dict[Link, float]:
    """Return the share (0-1) of the traffic of link 2-3, in each direction, that goes on beyond the
    link's other end."""
    apart = copy(head)
    apart.board, apart.bytes = further(head.board), {}
    apart.missed = missed(apart.board, apart.packets, apart.shares)
    loads = apart.cost(operation).loads
    return {
        (a, b): loads[a, str(b)] / total if (total := loads[a, b] + loads[a, str(b)]) else 0.0
        for a, b in ((2, 3), (3, 2))
    }


def counters(head: Head, operation: Operation, rate: float) -> dict[tuple[int, int], float]:
    """Return the bytes per second that each (socket, port) sends at `rate` operations per second,
    for the ports that have a link to a node."""
    loads = head.at(operation, rate).loads
    parts = beyond(head, operation) if head.constants["doubled"] and head.board.sockets == 4 else {}
    sent = {}
    for (socket, port), other in PORTS.items():
        if (socket, other) in loads:
            second = parts.get((socket, other), 0.0)
            part = second if (socket, port) in SECOND else 1 - second
            sent[socket, port] = loads[socket, other] * part
    return sent
