def reach(turn, angle, read):
    """Seconds until the read's sector is under the head."""
    there = angle + read["seek"] / turn  # the angle under the head when the arm arrives
    gap = (read["angle"] - there) % 1
    return read["seek"] + gap * turn


def choose(turn, angle, reads):
    """The index of the read that the head reaches first."""
    times = [reach(turn, angle, read) for read in reads]
    return times.index(min(times))
