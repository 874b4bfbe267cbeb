"""What lines that cores miss, and bytes that cards move, put on the links of a board."""
from collections.abc import Mapping
from math import fsum
from typing import Any

from models.head.coherence import LINE, Packets, fetch
from models.head.hypertransport import Board, Link

Loads = dict[Link, float]


def missed(board: Board, packets: Packets, shares: Mapping[tuple[int, int], float]) -> Loads:
    """Bytes on each link for one line that a core waits for; shares: of lines by (reader, home), 1 in all."""
    loads = dict.fromkeys(board.capacity, 0.0)
    for (reader, home), share in shares.items():
        fetch(board, packets, reader, home, share, loads)
    return loads


def moved(board: Board, packets: Packets, memory: Mapping[int, float], kind: str, writes: bool) -> Loads:
    """Bytes on each link for one byte that the cards of a kind, each its part, fetch from memory or (writes) put there.

    memory: shares of it by socket, 1 in all.
    """
    cards = [card for card in board.cards if card.startswith(kind)]
    loads = dict.fromkeys(board.capacity, 0.0)
    lines = 1 / len(cards) / LINE
    for card in cards:
        socket, bridge = board.socket_of(card), board.cards[card]
        for home, share in memory.items():
            fetch(board, packets, socket, home, lines * share, loads, writes)
        out, back = (packets.done, LINE + packets.request) if writes else (packets.data, packets.request)
        loads[socket, bridge] += lines * out
        loads[bridge, socket] += lines * back
    return loads


def shares(c: Mapping[str, Any], name: str, sockets: int) -> dict[int, float]:
    """What part of something falls to each socket, 1 in all."""
    parts = [c[f"{name}_{socket}"] for socket in range(sockets)]
    return {socket: part / fsum(parts) for socket, part in enumerate(parts)}


def pairs(threads: Mapping[int, float], memory: Mapping[int, float], drivers: float) -> dict[tuple[int, int], float]:
    """The share of lines by (reader, home): a part `drivers` of them sockets 0 and 1, where the bridges are, take from each
    other; for the rest threads and memory know nothing of one another."""
    apart = drivers if len(memory) > 1 else 0.0
    found = {(reader, home): (1 - apart) * read * held for reader, read in threads.items() for home, held in memory.items()}
    for pair in ((0, 1), (1, 0)) if apart else ():
        found[pair] += apart / 2
    return found
