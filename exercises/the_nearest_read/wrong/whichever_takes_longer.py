"""Sees that arm and platter move at the same time, and takes the longer of the two; a sector that went by meanwhile does not come round.

fails:
    test_the_platter_goes_on_turning_while_the_arm_moves
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: gone by while the arm was moving
"""


def reach(turn, angle, read):
    gap = (read["angle"] - angle) % 1
    return max(read["seek"], gap * turn)


def choose(turn, angle, reads):
    """The index of the read that the head reaches first."""
    times = [reach(turn, angle, read) for read in reads]
    return times.index(min(times))
