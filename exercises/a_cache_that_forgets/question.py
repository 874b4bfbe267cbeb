"""A cache that should give up what was asked for longest ago, and does not quite."""

KIND = "mend"


def case(rng):
    """Nothing differs between variants but the requests that the tests draw."""
    return {}
