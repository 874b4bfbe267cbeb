def write_time(size, rpm, rate, host_delay):
    """Seconds from the issue of one write to its completion."""
    return size / rate


def writes_per_second(size, rpm, rate, host_delay):
    """Writes that complete in a second, one after the other."""
    return 1 / write_time(size, rpm, rate, host_delay)
