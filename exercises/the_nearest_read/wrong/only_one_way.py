"""Lets the platter turn one way only, but looks where the sector is before the arm sets out.

fails:
    test_the_platter_goes_on_turning_while_the_arm_moves
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: The platter does not wait for the arm
"""


def reach(turn, angle, read):
    gap = (read["angle"] - angle) % 1
    return read["seek"] + gap * turn


def choose(turn, angle, reads):
    """The index of the read that the head reaches first."""
    times = [reach(turn, angle, read) for read in reads]
    return times.index(min(times))
