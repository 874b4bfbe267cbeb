"""What a cache miss sends over the links: a request, perhaps probes to all other sockets, and the line itself.

Opterons keep no list of who holds a line, so the line's home asks everybody; those of 2009 with a probe filter (HT
Assist) do keep one. Source: Conway and Hughes 2007, The AMD Opteron Northbridge Architecture.
"""
from collections.abc import Iterable
from dataclasses import dataclass

from models.head.hypertransport import Board, Link

LINE = 64
"""Bytes of a cache line."""


@dataclass(frozen=True)
class Packets:
    """Bytes of the packets of a miss."""

    request: int = 8
    probe: int = 8
    answer: int = 4         # to a probe
    data: int = LINE + 4    # a line with its header
    done: int = 4           # the last word
    crc: int = 0            # checksum behind each packet: 4 in HyperTransport 3, where the counters count them, too
    filtered: bool = False  # the home knows who has the line and asks nobody else


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

    writes: a card behind `reader` puts whole lines there instead, so that the line goes with the request.
    """

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
