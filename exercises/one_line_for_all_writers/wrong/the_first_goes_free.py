"""Lets the first write go on at once, and holds back only those that come after another.

fails:
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: its pause begins when it comes
"""


def pause(dirty, limit):
    if dirty >= limit:
        return 0.1
    return min(0.1, 0.0005 * max(0.0, dirty - 0.6 * limit) / (limit - dirty))


def go_on(times, dirty, limit):
    moments, last = [], None
    for time in times:
        last = time if last is None else max(time, last + pause(dirty, limit))
        moments.append(last)
    return moments
