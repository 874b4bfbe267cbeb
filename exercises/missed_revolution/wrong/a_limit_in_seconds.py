"""Counts a request as in time that comes less than a hundred-thousandth of a second late.

fails:
    test_a_ten_thousandth_of_a_turn_is_late
advice: is it in turns, or in seconds
"""


def {{function}}(size, rpm, rate, host_delay):
    turn = 60 / rpm
    wait = -host_delay{{delay.back}} % turn
    return (size / rate + (0.0 if wait > turn - 1e-5 else wait)){{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    return {{count.seconds}} / (host_delay{{delay.back}} + {{function}}(size, rpm, rate, host_delay){{result.back}})
