"""Gives milliseconds where seconds are asked for.

fails:
    test_a_sector_ahead_comes_after_the_gap
    test_a_sector_that_has_passed_must_come_round
    test_the_platter_goes_on_turning_while_the_arm_moves
advice: That is a thousand times too large, and otherwise right
"""


def reach(turn, angle, read):
    gap = (read["angle"] - angle - read["seek"] / turn) % 1
    return 1000 * (read["seek"] + gap * turn)


def choose(turn, angle, reads):
    times = [reach(turn, angle, read) for read in reads]
    return times.index(min(times))
