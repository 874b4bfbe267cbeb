"""What a cache miss sends over the links: a request, perhaps probes to all other sockets, and the line itself.

Opterons keep no list of who holds a line, so the line's home asks everybody; those of 2009 with a probe filter (HT
Assist) do keep one. Source: Conway and Hughes 2007, The AMD Opteron Northbridge Architecture.
"""
from collections.abc import Iterable
from dataclasses import dataclass

from models.check import a_number, shown, switched
from models.head.hypertransport import Board, Link

LINE = 64
"""Bytes of a cache line."""


@dataclass(frozen=True)
class Packets:
    """Bytes of a read request, a probe, an answer to a probe, a line with its header, and the last word of a miss.

    crc: bytes of checksum behind each packet; HyperTransport 3 has 4, and the counters count them (amd64htcpu, Gregg
    2009, counts commands, data and checksums). filtered: the home knows who has the line and asks nobody else. Raises
    ValueError.
    """

    request: int = 8
    probe: int = 8
    answer: int = 4
    data: int = LINE + 4
    done: int = 4
    crc: int = 0
    filtered: bool = False

    def __post_init__(self) -> None:
        for name in ("request", "probe", "answer", "data", "done", "crc"):
            a_number(name, getattr(self, name), 0, whole=True, unit="bytes")
        switched(filtered=self.filtered)


def broadcast(board: Board, home: int) -> list[Link]:
    """The links on which a home's probe travels to all other sockets, each link once."""
    seen: dict[Link, None] = {}
    for other in range(board.sockets):
        seen.update(dict.fromkeys(board.paths[home, other]))
    return list(seen)


def fetch(board: Board, packets: Packets, reader: int, home: int, lines: float, loads: dict[Link, float],
          writes: bool = False) -> None:
    """Add to `loads` (of each link of the board) what it takes that socket `reader` gets so many `lines` whose home is
    `home`: bytes, or bytes a second if the lines are lines a second.

    writes: a card behind `reader` puts whole lines there instead, so that the line goes with the request. Raises
    ValueError for a socket that is not there and for fewer lines than none.
    """
    for name, socket in (("reader", reader), ("home", home)):
        if isinstance(socket, bool) or not isinstance(socket, int) or (socket, socket) not in board.paths:
            raise ValueError(f"{name} must be a socket, 0 to {board.sockets - 1}, got {shown(socket)}")
    a_number("lines", lines, 0)
    switched(writes=writes)

    def send(links: Iterable[Link], size: int) -> None:
        for link in links:
            loads[link] += lines * (size + packets.crc)

    paths = board.paths
    send(paths[reader, home], packets.request + (LINE if writes else 0))
    send(paths[home, reader], packets.done if writes else packets.data)
    send(paths[reader, home], packets.done)
    if not packets.filtered:
        send(broadcast(board, home), packets.probe)
        for other in range(board.sockets):
            if other not in (home, reader):
                send(paths[other, reader], packets.answer)
