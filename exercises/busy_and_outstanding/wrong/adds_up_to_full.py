"""Adds up the times of all requests and stops at 100 %: two for half of the time make a busy disk.

fails:
    test_side_by_side_they_are_busy_once
    test_a_short_request_within_a_long_one_ends_nothing
advice: Then it is half busy
"""


def {{function}}(requests, {{look.first}}, {{look.second}}):
    """Mean number of requests outstanding while we look."""
{{record.code}}{{look.code}}    return sum(max(0.0, min(finish, end) - max(issued, start)) for issued, finish in requests) / length


def {{share.name}}(requests, {{look.first}}, {{look.second}}):
    return {{share.code}}min(1.0, {{function}}(requests, {{look.first}}, {{look.second}}))
