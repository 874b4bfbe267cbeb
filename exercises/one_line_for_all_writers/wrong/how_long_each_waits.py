"""Gives how long each write waits, and not when it may go on; or the other way round.

fails:
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: the moment in which it may go on
"""


def {{function.pause}}(dirty, limit):
    if dirty >= limit:
        return {{most:g}}
    return min({{most:g}}, {{scale:g}} * max(0.0, dirty - {{start:g}} * limit) / (limit - dirty))


def {{function.go_on}}(times, dirty, limit):
    told, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + {{function.pause}}(dirty, limit)
        told.append({{result.mistaken}})
    return told
