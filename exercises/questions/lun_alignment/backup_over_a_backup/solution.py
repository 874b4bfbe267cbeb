SECTOR = 512  # bytes


def {{function}}({{args}}):
    """Says {{result.words}} while writes go in, one behind the other."""
{{code}}    count = 0
    memory = set()
    begin = {{start.code}}
    for _ in range(writes):
        end = begin + size
        for each in {begin // block, (end - 1) // block}:  # the first and the last, which may be the same
            whole = each * block >= begin and (each + 1) * block <= end
            if not whole and each not in memory:
                count += 1
            memory.add(each)
        begin = end
    return {{result.code}}
