"""Adds up the times of all requests and stops at 100 %: two for half of the time make a busy disk.

fails:
    test_side_by_side_they_are_busy_once
    test_a_short_request_within_a_long_one_ends_nothing
advice: Then it is half busy
"""


def outstanding(requests, start, length):
    """Mean number of requests outstanding from `start` on, for `length` seconds."""
    end = start + length
    return sum(max(0.0, min(finish, end) - max(issued, start)) for issued, finish in requests) / length


def busy(requests, start, length):
    return min(1.0, outstanding(requests, start, length))
