def {{function}}(requests, {{room.name}}):
    """Returns {{result.words}}."""
    blocks, hits = [], []  # what is in the cache; the first goes first
    for block in requests:
        hits.append(block in blocks)
{{bug.code}}
    return {{result.code}}
