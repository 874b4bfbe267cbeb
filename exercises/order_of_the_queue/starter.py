STEP = 0.64  # seconds


def due(io):
    """The deadline of an I/O: the smaller, the sooner."""
    return io["came"] + io["number"] * STEP


def order(waiting):
    """The names of the I/Os that wait, in the order in which they go down."""
    ranked = sorted(waiting, key=lambda io: (io["number"], due(io), io["place"]))
    return [io["name"] for io in ranked]
