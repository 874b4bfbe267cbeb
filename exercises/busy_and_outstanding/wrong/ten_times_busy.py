"""Lets ten requests at a time make a disk ten times busy.

fails:
    test_side_by_side_they_are_busy_once
    test_a_short_request_within_a_long_one_ends_nothing
    test_a_simulated_disk_obeys_the_law
advice: counts twice for the one number and once for the other
"""


def {{function}}(requests, {{look.first}}, {{look.second}}):
    """Mean number of requests outstanding while we look."""
{{record.code}}{{look.code}}    return sum(max(0.0, min(finish, end) - max(issued, start)) for issued, finish in requests) / length


def {{share.name}}(requests, {{look.first}}, {{look.second}}):
    return {{share.code}}{{function}}(requests, {{look.first}}, {{look.second}})
