"""What amd64htcpu showed of both boards, and how the rows of link-matrix are made of it and of the
model."""

from functools import lru_cache
from math import fsum

from figures.define.claims import measured
from figures.head_node.experiments.boards import HT1, HT3, NEW, OLD
from figures.head_node.experiments.counters import PORTS, SECOND

SAMPLES = (1, 2, 3)
BETWEEN, BRIDGE = "between sockets: fitted", "to a bridge: predicted"
BOARDS = {HT1: ("ht1", OLD, 127_143.0), HT3: ("ht3", NEW, 223_969.0)}
"""Name of the claims, head, and reads of 8 KiB a second while the counters were read."""
USED = {HT1: [port for port in PORTS if port not in SECOND], HT3: list(PORTS)}
"""The ports that carry anything."""


def spoken(socket, other):
    """A direction of a link in words."""
    return f"{socket} to {other}"


@lru_cache(maxsize=8)
def shown(board, socket, port):
    """Three samples of a port, bytes a second."""
    return tuple(measured(f"{BOARDS[board][0]}-link-t{t}-s{socket}-p{port}") for t in SAMPLES)


def links(board):
    """Link -> its samples; two links between the same sockets as one. Those to bridges come last."""
    found: dict[tuple[int, int | str], tuple[float, ...]] = {}
    for socket, port in sorted(USED[board], key=lambda each: isinstance(PORTS[each], str)):
        link = socket, PORTS[socket, port]
        samples = shown(board, socket, port)
        found[link] = (
            tuple(a + b for a, b in zip(found[link], samples, strict=True))
            if link in found
            else samples
        )
    return found


def means(board):
    """Link between sockets -> the mean of its samples."""
    return {
        link: fsum(samples) / len(samples)
        for link, samples in links(board).items()
        if isinstance(link[1], int)
    }


def signed(share):
    """A share of more or less, in words: +4 %."""
    words = f"{100 * share:+.0f} %".replace("-", "\N{MINUS SIGN}")
    return "0 %" if words[1:] == "0 %" else words


def link_rows(board, loads):
    """A row for each direction of each link, and one for each sample of it."""
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


def port_rows(board, counters):
    """A row for each port that is read: what the published table has in a cell."""
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
