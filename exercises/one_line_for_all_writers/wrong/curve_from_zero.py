"""Takes 60 % for a share of what is left, so that the curve begins at zero.

fails:
    test_nobody_waits_below_sixty_per_cent
    test_between_there_and_the_limit_the_pause_follows_the_curve
    test_those_who_come_together_go_on_one_after_the_other
    test_a_line_that_was_empty_owes_nothing
    test_it_agrees_with_the_simulated_throttle
advice: a fifth of it is above the point
"""


def pause(dirty, limit):
    if dirty >= limit:
        return 0.1
    return min(0.1, 0.0005 * 0.6 * dirty / (limit - dirty))


def go_on(times, dirty, limit):
    moments, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + pause(dirty, limit)
        moments.append(turn)
    return moments
