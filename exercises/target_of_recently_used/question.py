"""The rule by which the adaptive replacement cache learns: how its target moves with what is asked for."""

KIND = "write"


def case(rng):
    """Nothing differs between variants but the inputs that the tests draw."""
    return {}
