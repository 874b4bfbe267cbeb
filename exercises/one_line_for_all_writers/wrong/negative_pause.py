"""Uses the formula below 60 % as well, where it is negative.

fails:
    test_nobody_waits_below_sixty_per_cent
advice: upper part is negative
"""


def pause(dirty, limit):
    if dirty >= limit:
        return 0.1
    return min(0.1, 0.0005 * (dirty - 0.6 * limit) / (limit - dirty))


def go_on(times, dirty, limit):
    moments, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + max(0.0, pause(dirty, limit))
        moments.append(turn)
    return moments
