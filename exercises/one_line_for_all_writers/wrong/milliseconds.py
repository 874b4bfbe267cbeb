"""Gives the pause in milliseconds.

fails:
    test_between_there_and_the_limit_the_pause_follows_the_curve
    test_no_pause_is_longer_than_a_tenth_of_a_second
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: it gives a wrong number for this case
"""


def pause(dirty, limit):
    if dirty >= limit:
        return 100.0
    return min(100.0, 0.5 * max(0.0, dirty - 0.6 * limit) / (limit - dirty))


def go_on(times, dirty, limit):
    moments, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + pause(dirty, limit)
        moments.append(turn)
    return moments
