"""Takes the end of the last request for the end of all work, and so counts some time twice.

fails:
    test_a_short_request_within_a_long_one_ends_nothing
    test_a_simulated_disk_obeys_the_law
advice: may begin and end while a longer one
"""


def outstanding(requests, start, length):
    """Mean number of requests outstanding from `start` on, for `length` seconds."""
    end = start + length
    return sum(max(0.0, min(finish, end) - max(issued, start)) for issued, finish in requests) / length


def busy(requests, start, length):
    end, until, total = start + length, start, 0.0
    for issued, finish in sorted(requests):
        total += max(0.0, min(finish, end) - max(issued, until))
        until = max(start, finish)
    return total / length
