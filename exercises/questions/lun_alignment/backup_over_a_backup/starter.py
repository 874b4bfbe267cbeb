SECTOR = 512  # bytes


def {{function}}({{args}}):
    """Says {{result.words}} while writes go in, one behind the other."""
{{code}}    count = 0
{{fault.before}}    begin = {{start.code}}
    for _ in range(writes):
        end = begin + size
{{fault.code}}
        begin = end
    return {{result.code}}
