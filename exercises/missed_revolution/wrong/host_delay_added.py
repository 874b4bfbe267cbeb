"""Adds the host delay to a whole turn, as if the platter stood still while the host thinks.

fails:
    test_the_example_gives_what_the_question_says
    test_a_host_that_takes_no_time_never_waits_for_the_platter
    test_a_late_request_waits_for_the_rest_of_the_turn
    test_a_faster_host_that_still_comes_late_gains_nothing
    test_a_host_slower_than_a_turn_catches_a_later_one
    test_rounding_never_costs_a_whole_turn
    test_a_ten_thousandth_of_a_turn_is_late
    test_it_agrees_with_the_simulated_disk
advice: While the host thinks, the platter turns
advice: counted from the completion of the write before
"""


def {{function}}(size, rpm, rate, host_delay):
    return (60 / rpm + size / rate){{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    return {{count.seconds}} / (host_delay{{delay.back}} + {{function}}(size, rpm, rate, host_delay){{result.back}})
