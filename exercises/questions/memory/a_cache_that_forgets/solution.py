def {{function}}(requests, {{room.name}}):
    """Returns {{result.words}}."""
    blocks, hits = [], []  # what is in the cache; the first goes first
    for block in requests:
        hits.append(block in blocks)
        if block in blocks:
            blocks.remove(block)
        elif len(blocks) == {{room.code}}:
            blocks.pop(0)
        blocks.append(block)
    return {{result.code}}
