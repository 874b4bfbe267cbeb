"""Takes rpm for turns a second.

fails:
    test_the_example_gives_what_the_question_says
    test_a_late_request_waits_for_the_rest_of_the_turn
    test_a_faster_host_that_still_comes_late_gains_nothing
    test_a_host_slower_than_a_turn_catches_a_later_one
    test_a_ten_thousandth_of_a_turn_is_late
    test_it_agrees_with_the_simulated_disk
advice: close to the 120 turns
"""


def {{function}}(size, rpm, rate, host_delay):
    turn = 1 / rpm
    wait = -host_delay{{delay.back}} % turn
    return (size / rate + (0.0 if wait > 0.99999 * turn else wait)){{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    return {{count.seconds}} / (host_delay{{delay.back}} + {{function}}(size, rpm, rate, host_delay){{result.back}})
