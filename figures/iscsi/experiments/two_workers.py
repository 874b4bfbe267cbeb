"""The two workers of a daemon at their lock: what each does, and which messages pass, for a few dozen
microseconds."""

from bisect import bisect_right
from collections.abc import Sequence
from math import fsum
from typing import NamedTuple

from figures.iscsi.experiments.under_load import UnderLoad
from figures.kit.moves import eased
from models.protocols.iscsi.daemon import COSTS, HOLDS, WAKES, Message, Spell
from models.units import us

PUTS, TAKES = 0, 1
PASSAGES = sum(COSTS.trips)
"""How often a read of one piece goes through the queue."""
MOVE = 0.9 * us
"""How long a message takes from one place of the picture to the next (s)."""
GO = 4.8 * us
"""How long a message takes out of the picture (s)."""


class Journey(NamedTuple):
    """A message on its way past both workers. Times in s; inf: not in the time watched."""

    rank: int  # in its first line
    taken: float  # by the worker who puts in; -inf: before
    put: float
    fetched: float  # by the worker who takes out
    done: float
    leaves: bool  # whether this was its last passage


class Watched(NamedTuple):
    """A short while in the life of a daemon that always has work."""

    spells: list[Spell]  # from its beginning
    journeys: list[Journey]
    waiting: int  # messages in the daemon at the beginning
    holds: list[float]  # when the first worker took each message


def watch(load: UnderLoad, seconds: float) -> Watched:
    """Run until the first worker takes a message, and one of the next four that the second takes has data to
    copy; then run for `seconds`. Return what happened."""
    loop, daemon = load.machine.loop, load.target.daemons[0]
    while True:
        line, taken = (list(box) for box in daemon.inboxes)
        loop.run(until=loop.now + 0.1 * us)
        takes = line and daemon.inboxes[PUTS] and daemon.inboxes[PUTS][0] is not line[0]
        if takes and sum(copies(each) for each in [*taken, *line][:PASSAGES]) == 1:
            break
    last = [last_passage(each) for each in [*taken, *line]]
    spells = load.spells(seconds)
    first, second = (
        [(each.start, each.finish) for each in spells if each.thread == n and each.what == HOLDS]
        for n in (PUTS, TAKES)
    )
    never = float("inf"), float("inf")
    journeys = []
    for place in range(len(last)):
        number = place - len(taken)  # in the first worker's line
        put = (first[number] if number < len(first) else never) if number >= 0 else (-1.0, -1.0)
        out = second[place] if place < len(second) else never
        rank = number if number >= 0 else place
        journeys.append(Journey(rank, *put, *out, last[place]))
    return Watched(spells, journeys, len(last), [start for start, _ in first])


def copies(message: Message) -> bool:
    """Return whether data is copied in the passage that a message is in."""
    return message.steps[message.at] > 0


def last_passage(message: Message) -> bool:
    """Return whether a message leaves the daemon after the passage that it is in."""
    return message.at + 1 == len(message.steps)


def passed(t: float, times: Sequence[float]) -> float:
    """Return how many of these times have passed, each gradually."""
    return fsum(eased(t, each, MOVE) for each in times if each <= t)


def state(spells: Sequence[Spell], worker: int, t: float) -> Spell:
    """Return what a worker does at `t`."""
    lane = [each for each in spells if each.thread == worker]
    return lane[max(0, bisect_right([each.start for each in lane], t + 1e-12) - 1)]


def lock(spells: Sequence[Spell], t: float) -> float:
    """Return where the lock is: 0 at the first worker, 1 at the second, and on its way while one wakes up."""
    for worker in (PUTS, TAKES):
        spell = state(spells, worker, t)
        if spell.what == HOLDS:
            return float(worker)
        if spell.what == WAKES:
            share = (t - spell.start) / (spell.finish - spell.start)
            return share if worker == TAKES else 1 - share
    return float(TAKES)
