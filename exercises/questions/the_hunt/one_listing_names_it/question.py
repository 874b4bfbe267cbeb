"""A server is broken in a way that one listing shows. What is wrong with it?"""

from exercises.kit.hunting import FORM as FORM
from models.hunt.proofs import cost, shortest
from models.hunt.scenes import fault_of

KIND = "hunt"
QUICK = 6
"""Seconds that the probe takes, at most, that shows the fault."""


def case(rng):
    """A server, by its number."""
    return {"seed": rng.randint(1, 999_999)}


def sound(case):
    """Whether a single quick probe shows the fault."""
    fault = fault_of(case["seed"])
    return len(shortest(fault)) == 1 and cost(shortest(fault)) <= QUICK
