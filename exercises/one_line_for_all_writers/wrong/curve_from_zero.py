"""Takes the share at which the curve begins for a share of what is left, so that the curve begins at zero.

fails:
    test_nobody_waits_before_the_curve_begins
    test_between_there_and_the_limit_the_pause_follows_the_curve
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: of it is above the point
"""


def {{function.pause}}(dirty, limit):
    if dirty >= limit:
        return {{most:g}}
    return min({{most:g}}, {{scale:g}} * {{start:g}} * dirty / (limit - dirty))


def {{function.go_on}}(times, dirty, limit):
    told, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + {{function.pause}}(dirty, limit)
        told.append({{result.code}})
    return told
