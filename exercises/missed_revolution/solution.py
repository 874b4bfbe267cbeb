def write_time(size, rpm, rate, host_delay):
    """Seconds from the issue of one write to its completion."""
    turn = 60 / rpm
    wait = -host_delay % turn  # until the end of the last write comes round again
    if wait > 0.99999 * turn:  # a whole turn, but for rounding: it is under the head now
        wait = 0.0
    return wait + size / rate


def writes_per_second(size, rpm, rate, host_delay):
    """Writes that complete in a second, one after the other."""
    return 1 / (host_delay + write_time(size, rpm, rate, host_delay))
