"""Counts requests, however long they took: requests a second are not requests at a time.

fails:
    test_one_at_a_time_both_say_the_same
    test_side_by_side_they_are_busy_once
    test_only_what_is_seen_counts
    test_a_short_request_within_a_long_one_ends_nothing
    test_the_book_s_disk_obeys_little_s_law
advice: A request counts by how long it was there
"""


def outstanding(requests, start, length):
    return sum(start <= r["finish"] < start + length for r in requests) / length


def busy(requests, start, length):
    """Share of that time in which at least one was outstanding, from 0 to 1."""
    end, until, total = start + length, start, 0.0
    for r in sorted(requests, key=lambda r: r["issued"]):
        total += max(0.0, min(r["finish"], end) - max(r["issued"], until))
        until = max(until, r["finish"])
    return total / length
