"""Adds up the times and does not divide them by the time of looking, which is a second in the example.

fails:
    test_one_at_a_time_both_say_the_same
    test_a_simulated_disk_obeys_the_law
advice: divided by the
"""


def {{function}}(requests, {{look.first}}, {{look.second}}):
{{record.code}}{{look.code}}    return sum(max(0.0, min(finish, end) - max(issued, start)) for issued, finish in requests)


def {{share.name}}(requests, {{look.first}}, {{look.second}}):
    """The {{share.words}} of that time in which at least one was outstanding."""
{{record.code}}{{look.code}}    until, total = start, 0.0
    for issued, finish in sorted(requests):
        total += max(0.0, min(finish, end) - max(issued, until))
        until = max(until, finish)
    return {{share.code}}total
