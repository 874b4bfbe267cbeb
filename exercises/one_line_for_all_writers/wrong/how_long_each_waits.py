"""Gives how long each write waits, and not when it may go on.

fails:
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: the moment in which it may go on
"""


def pause(dirty, limit):
    if dirty >= limit:
        return 0.1
    return min(0.1, 0.0005 * max(0.0, dirty - 0.6 * limit) / (limit - dirty))


def go_on(times, dirty, limit):
    waits, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + pause(dirty, limit)
        waits.append(turn - time)
    return waits
