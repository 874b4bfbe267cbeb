"""Counts only requests that were answered while we looked, as for the rate.

fails:
    test_only_what_is_seen_counts
    test_the_book_s_disk_obeys_little_s_law
advice: that has not been answered yet
"""


def outstanding(requests, start, length):
    end = start + length
    return sum(r["finish"] - max(r["issued"], start) for r in requests if start <= r["finish"] < end) / length


def busy(requests, start, length):
    """Share of that time in which at least one was outstanding, from 0 to 1."""
    end, until, total = start + length, start, 0.0
    for r in sorted(requests, key=lambda r: r["issued"]):
        total += max(0.0, min(r["finish"], end) - max(r["issued"], until))
        until = max(until, r["finish"])
    return total / length
