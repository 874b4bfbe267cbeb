def {{function}}(requests, {{look.first}}, {{look.second}}):
    """Mean number of requests outstanding while we look."""
{{record.code}}{{look.code}}    return sum(max(0.0, min(finish, end) - max(issued, start)) for issued, finish in requests) / length


def {{share.name}}(requests, {{look.first}}, {{look.second}}):
    """The {{share.words}} of that time in which at least one was outstanding."""
{{record.code}}{{look.code}}    until, total = start, 0.0
    for issued, finish in sorted(requests):
        total += max(0.0, min(finish, end) - max(issued, until))
        until = max(until, finish)
    return {{share.code}}total / length
