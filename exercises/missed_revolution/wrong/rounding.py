"""Trusts the remainder of a division of floats, which may be a hair less than a turn where it should be nothing.

fails:
    test_rounding_never_costs_a_whole_turn
advice: that is rounding
"""


def write_time(size, rpm, rate, host_delay):
    return -host_delay % (60 / rpm) + size / rate


def writes_per_second(size, rpm, rate, host_delay):
    return 1 / (host_delay + write_time(size, rpm, rate, host_delay))
