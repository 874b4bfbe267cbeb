"""Takes the end of the last request for the end of all work, and so counts some time twice.

fails:
    test_a_short_request_within_a_long_one_ends_nothing
    test_a_simulated_disk_obeys_the_law
advice: may begin and end while a longer one
"""


def {{function}}(requests, {{look.first}}, {{look.second}}):
    """Mean number of requests outstanding while we look."""
{{record.code}}{{look.code}}    return sum(max(0.0, min(finish, end) - max(issued, start)) for issued, finish in requests) / length


def {{share.name}}(requests, {{look.first}}, {{look.second}}):
{{record.code}}{{look.code}}    until, total = start, 0.0
    for issued, finish in sorted(requests):
        total += max(0.0, min(finish, end) - max(issued, until))
        until = max(start, finish)
    return {{share.code}}total / length
