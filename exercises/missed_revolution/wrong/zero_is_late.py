"""Lets a request that comes in time wait for a whole turn.

fails:
    test_a_host_that_takes_no_time_never_waits_for_the_platter
    test_rounding_never_costs_a_whole_turn
advice: its place is still under the head
"""


def write_time(size, rpm, rate, host_delay):
    turn = 60 / rpm
    return turn - host_delay % turn + size / rate


def writes_per_second(size, rpm, rate, host_delay):
    return 1 / (host_delay + write_time(size, rpm, rate, host_delay))
