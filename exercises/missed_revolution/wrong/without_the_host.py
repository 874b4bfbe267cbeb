"""Counts only the disk's part of a cycle, so that a slower host seems to make more writes.

fails:
    test_the_example_gives_what_the_question_says
    test_a_faster_host_that_still_comes_late_gains_nothing
    test_a_host_slower_than_a_turn_catches_a_later_one
advice: What belongs to the time from one completion
"""


def {{function}}(size, rpm, rate, host_delay):
    turn = 60 / rpm
    wait = -host_delay{{delay.back}} % turn
    return (size / rate + (0.0 if wait > 0.99999 * turn else wait)){{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    return {{count.seconds}} / ({{function}}(size, rpm, rate, host_delay){{result.back}})
