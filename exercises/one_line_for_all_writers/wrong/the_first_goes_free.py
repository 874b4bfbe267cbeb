"""Lets the first write go on at once, and holds back only those that come after another.

fails:
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: its pause begins when it comes
"""


def {{function.pause}}(dirty, limit):
    if dirty >= limit:
        return {{most:g}}
    return min({{most:g}}, {{scale:g}} * max(0.0, dirty - {{start:g}} * limit) / (limit - dirty))


def {{function.go_on}}(times, dirty, limit):
    told, turn = [], None
    for time in times:
        turn = time if turn is None else max(time, turn + {{function.pause}}(dirty, limit))
        told.append({{result.code}})
    return told
