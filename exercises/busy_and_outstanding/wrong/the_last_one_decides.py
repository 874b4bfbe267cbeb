"""Takes the end of the last request for the end of all work, and so counts some time twice.

fails:
    test_a_short_request_within_a_long_one_ends_nothing
    test_the_book_s_disk_obeys_little_s_law
advice: may begin and end while a longer one
"""


def outstanding(requests, start, length):
    """Mean number of requests outstanding from `start` on, for `length` seconds."""
    end = start + length
    return sum(max(0.0, min(r["finish"], end) - max(r["issued"], start)) for r in requests) / length


def busy(requests, start, length):
    end, until, total = start + length, start, 0.0
    for r in sorted(requests, key=lambda r: r["issued"]):
        total += max(0.0, min(r["finish"], end) - max(r["issued"], until))
        until = max(start, r["finish"])
    return total / length
