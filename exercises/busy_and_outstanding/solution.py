def outstanding(requests, start, length):
    """Mean number of requests outstanding from `start` on, for `length` seconds."""
    end = start + length
    return sum(max(0.0, min(finish, end) - max(issued, start)) for issued, finish in requests) / length


def busy(requests, start, length):
    """Share of that time in which at least one was outstanding, from 0 to 1."""
    end, until, total = start + length, start, 0.0
    for issued, finish in sorted(requests):
        total += max(0.0, min(finish, end) - max(issued, until))
        until = max(until, finish)
    return total / length
