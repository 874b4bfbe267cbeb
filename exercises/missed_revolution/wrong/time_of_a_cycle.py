"""Works out the time from one completion to the next, and takes it for the writes a second.

fails:
    test_the_example_gives_what_the_question_says
    test_a_host_that_takes_no_time_never_waits_for_the_platter
    test_a_faster_host_that_still_comes_late_gains_nothing
    test_a_host_slower_than_a_turn_catches_a_later_one
advice: How many times does it fit
"""


def {{function}}(size, rpm, rate, host_delay):
    turn = 60 / rpm
    wait = -host_delay{{delay.back}} % turn
    return (size / rate + (0.0 if wait > 0.99999 * turn else wait)){{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    return host_delay{{delay.back}} + {{function}}(size, rpm, rate, host_delay){{result.back}}
