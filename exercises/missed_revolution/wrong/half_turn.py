"""Waits half a turn, as a random access does on average.

fails:
    test_the_example_gives_what_the_question_says
    test_a_host_that_takes_no_time_never_waits_for_the_platter
    test_a_late_request_waits_for_the_rest_of_the_turn
    test_a_faster_host_gains_nothing_while_it_is_late_at_all
    test_a_host_slower_than_a_turn_catches_a_later_one
    test_rounding_never_costs_a_whole_turn
    test_it_agrees_with_the_simulated_disk
advice: it has just gone by
"""


def write_time(size, rpm, rate, host_delay):
    return 60 / rpm / 2 + size / rate


def writes_per_second(size, rpm, rate, host_delay):
    return 1 / (host_delay + write_time(size, rpm, rate, host_delay))
