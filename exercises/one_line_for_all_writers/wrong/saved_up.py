"""The line goes on by a pause for each write, also while nobody comes: silence is saved up.

fails:
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: is not saved up
"""


def pause(dirty, limit):
    if dirty >= limit:
        return 0.1
    return min(0.1, 0.0005 * max(0.0, dirty - 0.6 * limit) / (limit - dirty))


def go_on(times, dirty, limit):
    moments, turn = [], 0.0
    for time in times:
        turn += pause(dirty, limit)
        moments.append(max(time, turn))
    return moments
