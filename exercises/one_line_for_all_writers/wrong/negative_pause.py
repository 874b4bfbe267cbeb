"""Uses the formula where the disk keeps up as well, where it is negative.

fails:
    test_nobody_waits_before_the_curve_begins
advice: upper part is negative
"""


def {{function.pause}}(dirty, limit):
    if dirty >= limit:
        return {{most:g}}
    return min({{most:g}}, {{scale:g}} * (dirty - {{start:g}} * limit) / (limit - dirty))


def {{function.go_on}}(times, dirty, limit):
    told, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + max(0.0, {{function.pause}}(dirty, limit))
        told.append({{result.code}})
    return told
