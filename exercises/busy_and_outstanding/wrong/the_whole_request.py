"""Counts each request with all of its time, also the time before and after we looked.

fails:
    test_only_what_is_seen_counts
    test_a_simulated_disk_obeys_the_law
advice: only the part between start
"""


def outstanding(requests, start, length):
    end = start + length
    return sum(finish - issued for issued, finish in requests if finish > start and issued < end) / length


def busy(requests, start, length):
    """Share of that time in which at least one was outstanding, from 0 to 1."""
    end, until, total = start + length, start, 0.0
    for issued, finish in sorted(requests):
        total += max(0.0, min(finish, end) - max(issued, until))
        until = max(until, finish)
    return total / length
