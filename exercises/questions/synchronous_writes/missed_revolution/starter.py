def {{function}}(size, rpm, rate, host_delay):
    """Time from the issue of one write to its completion, in {{result.name}}."""
    return size / rate{{result.into}}


def {{count.function}}(size, rpm, rate, host_delay):
    """Writes that complete in {{count.words}}, one after the other."""
    return {{count.seconds}} / ({{function}}(size, rpm, rate, host_delay){{result.back}})
