def which_are_hits(requests, size):
    """For each request whether its block is in a cache of `size` blocks that works by LRU."""
    blocks, hits = [], []  # what is in the cache; the first goes first
    for block in requests:
        hits.append(block in blocks)
        if block in blocks:
            blocks.remove(block)
        elif len(blocks) == size:
            blocks.pop(0)
        blocks.append(block)
    return hits
