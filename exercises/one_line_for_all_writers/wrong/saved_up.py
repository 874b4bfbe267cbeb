"""The line goes on by a pause for each write, also while nobody comes: silence is saved up.

fails:
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: is not saved up
"""


def {{function.pause}}(dirty, limit):
    if dirty >= limit:
        return {{most:g}}
    return min({{most:g}}, {{scale:g}} * max(0.0, dirty - {{start:g}} * limit) / (limit - dirty))


def {{function.go_on}}(times, dirty, limit):
    told, line = [], 0.0
    for time in times:
        line += {{function.pause}}(dirty, limit)
        turn = max(time, line)
        told.append({{result.code}})
    return told
