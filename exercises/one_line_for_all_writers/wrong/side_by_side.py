"""Each write sleeps one pause for itself, as with the ticks of 2008.

fails:
    test_those_who_come_together_go_on_one_after_the_other
    test_it_agrees_with_the_simulated_throttle
advice: eight programs are held eight times less
"""


def pause(dirty, limit):
    if dirty >= limit:
        return 0.1
    return min(0.1, 0.0005 * max(0.0, dirty - 0.6 * limit) / (limit - dirty))


def go_on(times, dirty, limit):
    return [time + pause(dirty, limit) for time in times]
