STEP = 0.64  # seconds


def due(io):
    """The deadline of an I/O: the smaller, the sooner."""
    return int(io["came"] / STEP) + io["number"]


def order(waiting):
    """The names of the I/Os that wait, in the order in which they go down."""
    ranked = sorted(waiting, key=lambda io: (due(io), io["place"]))
    return [io["name"] for io in ranked]
