"""The counters that amd64htcpu showed on both boards, and the rows that the figure link-matrix
makes of them and of the model."""

from collections.abc import Iterator
from functools import lru_cache
from math import fsum

from figures.define.claims import measured
from figures.define.figure import Row
from figures.head_node.experiments.boards import HT1, HT3, NEW, OLD
from figures.head_node.experiments.counters import PORTS, SECOND
from models.head.hypertransport import Link, Node

SAMPLES = (1, 2, 3)
BETWEEN, BRIDGE = "between sockets: fitted", "to a bridge: predicted"
BOARDS = {HT1: ("ht1", OLD, 127_143.0), HT3: ("ht3", NEW, 223_969.0)}
"""By board: the prefix of its claims, its head, and the 8 KiB reads per second while the counters
were read."""
USED = {HT1: [port for port in PORTS if port not in SECOND], HT3: list(PORTS)}
"""The ports in use, by board."""


def spoken(socket: Node, other: Node) -> str:
    """Return a direction of a link in words: 0 to 1."""
    return f"{socket} to {other}"


@lru_cache(maxsize=8)
def shown(board: str, socket: int, port: int) -> tuple[float, ...]:
    """Return the three samples of a port in bytes per second."""
    return tuple(measured(f"{BOARDS[board][0]}-link-t{t}-s{socket}-p{port}") for t in SAMPLES)


def links(board: str) -> dict[Link, tuple[float, ...]]:
    """Return the samples (bytes per second) of each link. Two links between one pair of sockets
    count as one, and links to bridges come last."""
    by_link: dict[Link, tuple[float, ...]] = {}
    for socket, port in sorted(USED[board], key=lambda each: isinstance(PORTS[each], str)):
        link = socket, PORTS[socket, port]
        samples = shown(board, socket, port)
        by_link[link] = (
            tuple(a + b for a, b in zip(by_link[link], samples, strict=True))
            if link in by_link
            else samples
        )
    return by_link


def means(board: str) -> dict[Link, float]:
    """Return the mean of the samples of each link between sockets in bytes per second."""
    return {
        link: fsum(samples) / len(samples)
        for link, samples in links(board).items()
        if isinstance(link[1], int)
    }


def signed(share: float) -> str:
    """Return a relative difference as a signed percentage: +4 %."""
    words = f"{100 * share:+.0f} %".replace("-", "\N{MINUS SIGN}")
    return "0 %" if words[1:] == "0 %" else words


def link_rows(board: str, loads: dict[Link, float]) -> Iterator[Row]:
    """Yield a row for each direction of each link, and one for each of its samples. loads: the
    model's bytes per second."""
    for (socket, other), samples in links(board).items():
        mean, model = fsum(samples) / len(samples), loads[socket, other]
        bridge = isinstance(other, str)
        yield {
            "row": "link",
            "link": spoken(socket, other),
            "kind": BRIDGE if bridge else BETWEEN,
            "model": model,
            "measured": mean,
            "error": model / mean - 1,
            "said": signed(model / mean - 1),
            "end": max(model, *samples),
        }
        yield from (
            {"row": "sample", "link": spoken(socket, other), "measured": each, "t": t}
            for t, each in zip(SAMPLES, samples, strict=True)
        )


def port_rows(board: str, counters: dict[tuple[int, int], float]) -> Iterator[Row]:
    """Yield a row for each port that was read, which is a cell of the published table. counters:
    the model's bytes per second."""
    for (socket, port), rate in counters.items():
        used = (socket, port) in USED[board]
        samples = shown(board, socket, port) if used else (0.0,) * 3
        second = "second" if (socket, port) in SECOND else "first"
        mean = fsum(samples) / len(samples)
        yield {
            "row": "port",
            "socket": socket,
            "port": port,
            "model": rate,
            "measured": mean,
            "two": int((socket, PORTS[socket, port]) in ((2, 3), (3, 2))),
            "name": f"{spoken(socket, PORTS[socket, port])}, {second}",
            "error": rate / mean - 1 if mean else 0.0,
        }
