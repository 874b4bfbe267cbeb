def outstanding(requests, start, length):
    """Mean number of requests outstanding from `start` on, for `length` seconds."""
    return len(requests) / length


def busy(requests, start, length):
    """Share of that time in which at least one was outstanding, from 0 to 1."""
    return min(1.0, outstanding(requests, start, length))
