"""Trusts the remainder of a division of floats, which may be a hair less than a turn where it should be nothing.

fails:
    test_rounding_never_costs_a_whole_turn
advice: that is rounding
"""


def {{function}}(size, rpm, rate, host_delay):
    return (-host_delay{{delay.back}} % (60 / rpm) + size / rate){{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    return {{count.seconds}} / (host_delay{{delay.back}} + {{function}}(size, rpm, rate, host_delay){{result.back}})
