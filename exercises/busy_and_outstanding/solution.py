def outstanding(requests, start, length):
    """Mean number of requests outstanding from `start` on, for `length` seconds."""
    end = start + length
    return sum(max(0.0, min(r["finish"], end) - max(r["issued"], start)) for r in requests) / length


def busy(requests, start, length):
    """Share of that time in which at least one was outstanding, from 0 to 1."""
    end, until, total = start + length, start, 0.0
    for r in sorted(requests, key=lambda r: r["issued"]):
        total += max(0.0, min(r["finish"], end) - max(r["issued"], until))
        until = max(until, r["finish"])
    return total / length
