def {{function}}(requests, {{look.first}}, {{look.second}}):
    """Mean number of requests outstanding while we look."""
{{look.code}}    return len(requests) / length


def {{share.name}}(requests, {{look.first}}, {{look.second}}):
    """The {{share.words}} of that time in which at least one was outstanding."""
    return {{share.code}}min(1.0, {{function}}(requests, {{look.first}}, {{look.second}}))
