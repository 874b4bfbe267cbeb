"""How long is a write held back under the curve of 2013, and what if many come at once?"""

KIND = "write"


def case(rng):
    """Nothing differs between variants but the inputs that the tests draw."""
    return {}
