"""Counts each request with all of its time, also the time before and after we looked.

fails:
    test_only_what_is_seen_counts
    test_a_simulated_disk_obeys_the_law
advice: only the part in between
"""


def {{function}}(requests, {{look.first}}, {{look.second}}):
{{record.code}}{{look.code}}    return sum(finish - issued for issued, finish in requests if finish > start and issued < end) / length


def {{share.name}}(requests, {{look.first}}, {{look.second}}):
    """The {{share.words}} of that time in which at least one was outstanding."""
{{record.code}}{{look.code}}    until, total = start, 0.0
    for issued, finish in sorted(requests):
        total += max(0.0, min(finish, end) - max(issued, until))
        until = max(until, finish)
    return {{share.code}}total / length
