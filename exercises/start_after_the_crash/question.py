"""A simulated start after a power failure forgets what was promised, and finds what never counted."""

KIND = "mend"


def case(rng):
    """Nothing differs between variants but the histories that the tests draw."""
    return {}
