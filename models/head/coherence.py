"""What a cache miss sends over the links: a request, perhaps probes to all other sockets, and the
line itself.

Opterons keep no list of who holds a line, so the line's home asks everybody; those of 2009 with a
probe filter (HT Assist) do keep one. Source: Conway and Hughes 2007, The AMD Opteron Northbridge
Architecture.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum
from typing import Any

from models.head.hypertransport import Board, Link

LINE = 64
"""Bytes of a cache line."""
Loads = dict[Link, float]


@dataclass(frozen=True)
class Packets:
    """Bytes of the packets of a miss."""

    request: int = 8
    probe: int = 8
    answer: int = 4  # to a probe
    data: int = LINE + 4  # a line with its header
    done: int = 4  # the last word
    crc: int = (
        0  # checksum behind each packet: 4 in HyperTransport 3, where the counters count them, too
    )
    filtered: bool = False  # the home knows who has the line and asks nobody else


def broadcast(board: Board, home: int) -> list[Link]:
    """The links on which a home's probe travels to all other sockets, each link once."""
    seen: dict[Link, None] = {}
    for other in range(board.sockets):
        seen.update(dict.fromkeys(board.paths[home, other]))
    return list(seen)


def fetch(
    board: Board,
    packets: Packets,
    reader: int,
    home: int,
    lines: float,
    loads: Loads,
    writes: bool = False,
) -> None:
    """Add to `loads` (of each link of the board) what it takes that socket `reader` gets so many
    `lines` whose home is `home`: bytes, or bytes a second if the lines are lines a second.

    writes: a card behind `reader` puts whole lines there instead, so that the line goes with the
    request.
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


def missed(board: Board, packets: Packets, shares: Mapping[tuple[int, int], float]) -> Loads:
    """Bytes on each link for one line that a core waits for; shares: of lines by (reader, home), 1
    in all."""
    loads = dict.fromkeys(board.capacity, 0.0)
    for (reader, home), share in shares.items():
        fetch(board, packets, reader, home, share, loads)
    return loads


def moved(
    board: Board, packets: Packets, memory: Mapping[int, float], kind: str, writes: bool
) -> Loads:
    """Bytes on each link for one byte that the cards of a kind, each its part, fetch from memory or
    (writes) put there.

    memory: shares of it by socket, 1 in all.
    """
    cards = [card for card in board.cards if card.startswith(kind)]
    loads = dict.fromkeys(board.capacity, 0.0)
    lines = 1 / len(cards) / LINE
    for card in cards:
        bridge = board.cards[card]
        socket = board.bridges[bridge]
        for home, share in memory.items():
            fetch(board, packets, socket, home, lines * share, loads, writes)
        out, back = (
            (packets.done, LINE + packets.request) if writes else (packets.data, packets.request)
        )
        loads[socket, bridge] += lines * out
        loads[bridge, socket] += lines * back
    return loads


def shares(c: Mapping[str, Any], name: str, sockets: int) -> dict[int, float]:
    """What part of something falls to each socket, 1 in all."""
    parts = [c[f"{name}_{socket}"] for socket in range(sockets)]
    return {socket: part / fsum(parts) for socket, part in enumerate(parts)}


def pairs(
    threads: Mapping[int, float], memory: Mapping[int, float], drivers: float
) -> dict[tuple[int, int], float]:
    """The share of lines by (reader, home): a part `drivers` of them sockets 0 and 1, where the
    bridges are, take from each other; for the rest threads and memory know nothing of one another.
    """
    apart = drivers if len(memory) > 1 else 0.0
    found = {
        (reader, home): (1 - apart) * read * held
        for reader, read in threads.items()
        for home, held in memory.items()
    }
    for pair in ((0, 1), (1, 0)) if apart else ():
        found[pair] += apart / 2
    return found
