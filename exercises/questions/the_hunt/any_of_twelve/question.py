"""A server is broken in one of twelve ways. What is wrong with it?"""

from exercises.kit.hunting import FORM as FORM

KIND = "hunt"


def case(rng):
    """A server, by its number."""
    return {"seed": rng.randint(1, 999_999)}
