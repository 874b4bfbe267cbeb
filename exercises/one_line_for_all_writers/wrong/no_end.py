"""Stops at the limit, but lets the curve run away just below it.

fails:
    test_no_pause_is_longer_than_the_longest
advice: the formula runs away
"""


def {{function.pause}}(dirty, limit):
    if dirty >= limit:
        return {{most:g}}
    return {{scale:g}} * max(0.0, dirty - {{start:g}} * limit) / (limit - dirty)


def {{function.go_on}}(times, dirty, limit):
    told, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + {{function.pause}}(dirty, limit)
        told.append({{result.code}})
    return told
