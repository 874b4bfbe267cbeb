"""Gives the time at which the nearest read is reached, and not which read it is.

fails:
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: It looks like the time instead
"""


def reach(turn, angle, read):
    gap = (read["angle"] - angle - read["seek"] / turn) % 1
    return read["seek"] + gap * turn


def choose(turn, angle, reads):
    return min(reach(turn, angle, read) for read in reads)
