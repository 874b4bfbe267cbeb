"""Takes one turn less the host delay, also where the host is slower than a turn.

fails:
    test_a_host_slower_than_a_turn_catches_a_later_one
    test_rounding_never_costs_a_whole_turn
    test_a_ten_thousandth_of_a_turn_is_late
    test_it_agrees_with_the_simulated_disk
advice: a wait is never negative
"""


def {{function}}(size, rpm, rate, host_delay):
    wait = 60 / rpm - host_delay{{delay.back}} if host_delay{{delay.back}} > 0 else 0.0
    return (wait + size / rate){{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    return {{count.seconds}} / (host_delay{{delay.back}} + {{function}}(size, rpm, rate, host_delay){{result.back}})
