"""Packets of a network card, as nicstat and snoop print them."""

from typing import NamedTuple

from models.units import KiB


class Sample(NamedTuple):
    """A card in a second."""

    time: str
    card: str
    bytes_in: float  # per second
    bytes_out: float
    packets_in: float  # per second
    packets_out: float
    size_in: float  # mean of a packet (bytes)
    size_out: float
    used: float  # share of the link (0-1)
    saturated: float  # times a second that it had no room


def nicstat(text: str) -> list[Sample]:
    """Return the lines of nicstat. Raise ValueError for a line that is none."""
    samples = []
    for line in text.splitlines():
        time, card, *cells = line.split()
        if time == "Time":
            continue
        if len(cells) != 8:
            raise ValueError(f"a line of nicstat must have 10 columns, got {line.strip()!r}")
        rkb, wkb, rpk, wpk, ravs, wavs, util, sat = map(float, cells)
        samples.append(
            Sample(time, card, rkb * KiB, wkb * KiB, rpk, wpk, ravs, wavs, util / 100, sat)
        )
    return samples


class Exchange(NamedTuple):
    """A call of NFS and its answer."""

    asked: tuple[str, ...]  # operations
    answered: str  # the first status


def snoop(text: str) -> list[Exchange]:
    """Return the exchanges of NFS 4 in what snoop prints: calls (C) and answers (R) in turn. Raise ValueError for
    an answer without a call."""
    exchanges, asked = list[Exchange](), tuple[str, ...]()
    for line in text.splitlines():
        kind, words = line.split()[2], line.partition(")")[2].split()
        if kind == "C":
            asked = tuple(word for word in words if "=" not in word)
        elif asked:
            exchanges.append(Exchange(asked, words[0]))
            asked = ()
        else:
            raise ValueError(f"an answer must follow its call, got {line!r}")
    return exchanges
