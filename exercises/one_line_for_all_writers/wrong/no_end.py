"""Stops at the limit, but lets the curve run away just below it.

fails:
    test_no_pause_is_longer_than_a_tenth_of_a_second
advice: the formula runs away
"""


def pause(dirty, limit):
    if dirty >= limit:
        return 0.1
    return 0.0005 * max(0.0, dirty - 0.6 * limit) / (limit - dirty)


def go_on(times, dirty, limit):
    moments, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + pause(dirty, limit)
        moments.append(turn)
    return moments
