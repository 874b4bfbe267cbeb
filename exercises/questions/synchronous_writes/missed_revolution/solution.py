def {{function}}(size, rpm, rate, host_delay):
    """Time from the issue of one write to its completion, in {{result.name}}."""
    turn = 60 / rpm
    wait = -host_delay{{delay.back}} % turn  # until the end of the last write comes round again
    if wait > 0.99999 * turn:  # a whole turn, but for rounding: it is under the head now
        wait = 0.0
    time = wait + size / rate
    return time{{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    """Writes that complete in {{count.words}}, one after the other."""
    time = {{function}}(size, rpm, rate, host_delay){{result.back}}
    return {{count.seconds}} / (host_delay{{delay.back}} + time)
