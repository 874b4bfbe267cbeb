"""The link traffic of a cache miss: a request, probes to the other sockets, and the line itself.

Opterons keep no directory of the owners of lines, so the home of a line probes all sockets. The
Opterons of 2009 with a probe filter (HT Assist) keep such a directory. Source: Conway and Hughes
2007, The AMD Opteron Northbridge Architecture.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum

from models.head.hypertransport import Board, Link

LINE = 64
"""Bytes of a cache line."""
Loads = dict[Link, float]
"""Bytes, or bytes per second, on each link."""


@dataclass(frozen=True)
class Packets:
    """The sizes in bytes of the packets of a cache miss, and whether probes are filtered."""

    request: int = 8
    probe: int = 8  # to another socket
    answer: int = 4  # to a probe
    data: int = LINE + 4  # a line with its header
    done: int = 4  # the final packet
    crc: int = 0  # checksum after each packet: 4 in HyperTransport 3, where counters include it
    filtered: bool = False  # whether the home knows the owner of a line and sends no probes


def broadcast(board: Board, home: int) -> list[Link]:
    """Return the links over which the probe of a home reaches all other sockets, each link once."""
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
    """Add to `loads` the traffic of `lines` lines that socket `reader` fetches from their `home`:
    bytes, or bytes per second if `lines` is a rate.

    With `writes` a card at socket `reader` stores whole lines instead, so that the line is sent
    with the request.
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
    """Return the bytes on each link for each line that a core waits for. `shares` has the share of
    the lines of each (reader, home); they sum to 1."""
    loads = dict.fromkeys(board.capacity, 0.0)
    for (reader, home), share in shares.items():
        fetch(board, packets, reader, home, share, loads)
    return loads


def moved(
    board: Board, packets: Packets, memory: Mapping[int, float], kind: str, writes: bool
) -> Loads:
    """Return the bytes on each link for each byte that the cards of one kind, in equal parts, fetch
    from memory, or store there if `writes`. `memory` has the share of the memory at each socket;
    the shares sum to 1."""
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


def shares(c: Mapping[str, float], name: str, sockets: int) -> dict[int, float]:
    """Return the share of each socket in the constants `name`_0, `name`_1, ...; the shares sum to 1."""
    parts = [c[f"{name}_{socket}"] for socket in range(sockets)]
    return {socket: part / fsum(parts) for socket, part in enumerate(parts)}


def pairs(
    threads: Mapping[int, float], memory: Mapping[int, float], drivers: float
) -> dict[tuple[int, int], float]:
    """Return the share of the lines of each (reader, home). With more than one socket, a fraction
    `drivers` is passed between sockets 0 and 1, which have the bridges. The other lines are read in
    proportion to `threads` and `memory`, which are independent."""
    passed = drivers if len(memory) > 1 else 0.0
    found = {
        (reader, home): (1 - passed) * read * held
        for reader, read in threads.items()
        for home, held in memory.items()
    }
    for pair in ((0, 1), (1, 0)) if passed else ():
        found[pair] += passed / 2
    return found
