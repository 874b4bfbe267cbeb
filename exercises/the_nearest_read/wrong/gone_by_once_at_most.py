"""Lets a sector that went by come round once more, but an arm may need longer than a turn.

fails:
    test_the_platter_goes_on_turning_while_the_arm_moves
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: how often can the sector have gone by
advice: Mend reach first
"""


def reach(turn, angle, read):
    gap = read["angle"] - angle - read["seek"] / turn
    if gap < 0:
        gap += 1
    return read["seek"] + gap * turn


def choose(turn, angle, reads):
    """The index of the read that the head reaches first."""
    times = [reach(turn, angle, read) for read in reads]
    return times.index(min(times))
