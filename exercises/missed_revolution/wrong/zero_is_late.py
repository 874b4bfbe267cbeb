"""Lets a request that comes in time wait for a whole turn.

fails:
    test_a_host_that_takes_no_time_never_waits_for_the_platter
    test_rounding_never_costs_a_whole_turn
advice: its place is still under the head
"""


def {{function}}(size, rpm, rate, host_delay):
    turn = 60 / rpm
    return (turn - host_delay{{delay.back}} % turn + size / rate){{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    return {{count.seconds}} / (host_delay{{delay.back}} + {{function}}(size, rpm, rate, host_delay){{result.back}})
