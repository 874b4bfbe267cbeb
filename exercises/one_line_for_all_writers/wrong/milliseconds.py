"""Gives the pause in milliseconds.

fails:
    test_between_there_and_the_limit_the_pause_follows_the_curve
    test_no_pause_is_longer_than_the_longest
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: it gives a wrong number for this case
"""


def {{function.pause}}(dirty, limit):
    if dirty >= limit:
        return {{most:g/ms}}
    return min({{most:g/ms}}, {{scale:g/ms}} * max(0.0, dirty - {{start:g}} * limit) / (limit - dirty))


def {{function.go_on}}(times, dirty, limit):
    told, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + {{function.pause}}(dirty, limit)
        told.append({{result.code}})
    return told
