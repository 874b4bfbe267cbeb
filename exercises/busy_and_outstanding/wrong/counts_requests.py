"""Counts requests, however long they took: requests a second are not requests at a time.

fails:
    test_one_at_a_time_both_say_the_same
    test_side_by_side_they_are_busy_once
    test_only_what_is_seen_counts
    test_a_short_request_within_a_long_one_ends_nothing
    test_a_simulated_disk_obeys_the_law
advice: A request counts by how long it was there
"""


def {{function}}(requests, {{look.first}}, {{look.second}}):
{{record.code}}{{look.code}}    return sum(start <= finish < start + length for issued, finish in requests) / length


def {{share.name}}(requests, {{look.first}}, {{look.second}}):
    """The {{share.words}} of that time in which at least one was outstanding."""
{{record.code}}{{look.code}}    until, total = start, 0.0
    for issued, finish in sorted(requests):
        total += max(0.0, min(finish, end) - max(issued, until))
        until = max(until, finish)
    return {{share.code}}total / length
