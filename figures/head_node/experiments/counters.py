"""What the counters of a 7410's processors show: bytes that each port of each socket sends.

A packet's next port is looked up by its destination (AMD's BIOS and kernel guides for these
families: a routing table with an entry for each node). So where two links join the same sockets,
the first carries what ends there and the second what goes further; nobody divides the load.
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
"""(socket, port) -> what is at its other end (Gregg 2009, 7410 hardware update); a fourth port of each leads nowhere."""
SECOND = {(2, 1), (3, 2)}
"""The ports of the second link between sockets 2 and 3, which only the newer board uses."""


def further(board: Board) -> Board:
    """The board with what goes on beyond sockets 2 and 3, between them, on links of its own: (2,
    "3") and (3, "2")."""
    second: dict[Link, Any] = {(2, 3): (2, "3"), (3, 2): (3, "2")}
    found = copy(board)
    found.capacity = {
        **board.capacity,
        **{other: board.capacity[link] for link, other in second.items()},
    }
    found.paths = {
        (a, b): tuple(link if link[1] == b else second.get(link, link) for link in path)
        for (a, b), path in board.paths.items()
    }
    return found


def beyond(head: Head, operation: Operation) -> dict[Link, float]:
    """Which share of what link 2-3 carries, in each direction, goes further than its other end."""
    apart = copy(head)
    apart.board, apart.bytes = further(head.board), {}
    apart.missed = missed(apart.board, apart.packets, apart.shares)
    loads = apart.cost(operation).loads
    return {
        (a, b): loads[a, str(b)] / total if (total := loads[a, b] + loads[a, str(b)]) else 0.0
        for a, b in ((2, 3), (3, 2))
    }


def counters(head: Head, operation: Operation, rate: float) -> dict[tuple[int, int], float]:
    """(socket, port) -> bytes a second that it sends while the head of a 7410 does so many
    operations a second; ports that lead to no socket are left out."""
    loads = head.at(operation, rate).loads
    parts = beyond(head, operation) if head.constants["doubled"] and head.board.sockets == 4 else {}
    found = {}
    for (socket, port), other in PORTS.items():
        if (socket, other) in loads:
            second = parts.get((socket, other), 0.0)
            part = second if (socket, port) in SECOND else 1 - second
            found[socket, port] = loads[socket, other] * part
    return found
