"""Mends the time and then chooses the shortest seek.

fails:
    test_the_read_that_is_reached_first_is_chosen
    test_it_goes_where_a_simulated_drive_goes
advice: Neither the shortest seek nor the smallest angle
"""


def reach(turn, angle, read):
    """Seconds until the read's sector is under the head."""
    there = angle + read["seek"] / turn  # the angle under the head when the arm arrives
    gap = (read["angle"] - there) % 1
    return read["seek"] + gap * turn


def choose(turn, angle, reads):
    seeks = [read["seek"] for read in reads]
    return seeks.index(min(seeks))
