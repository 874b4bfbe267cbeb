"""What a diagnosis is worth."""

from collections.abc import Sequence
from typing import NamedTuple

from models.check import one_of
from models.hunt.probes import PROBES
from models.hunt.proofs import cost, shows
from models.hunt.scenes import fault_of

RIGHT = 0.2
"""Share of the score that a right diagnosis earns however much time was spent, and though no probe shows it."""


class Score(NamedTuple):
    """What a diagnosis is worth."""

    right: bool
    shown: bool  # whether it is right, and the probes show it
    spent: float  # s
    points: int  # 0-100


def score(seed: int, diagnosis: str, asked: Sequence[str]) -> Score:
    """Return the score of a diagnosis, one of FAULTS, after these probes: nothing if it is wrong, and a fifth of all points
    if no probe shows it. Otherwise each second spent costs points. A probe counts once. Raise ValueError for an unknown
    name."""
    for name in asked:
        one_of("probe", name, PROBES)
    shown = shows(diagnosis, asked)
    right = fault_of(seed) == diagnosis
    spent = cost(asked)
    earned = right * RIGHT + (right and shown) * (1 - RIGHT) * (1 - spent / cost(PROBES))
    return Score(right, right and shown, spent, round(100 * earned))
