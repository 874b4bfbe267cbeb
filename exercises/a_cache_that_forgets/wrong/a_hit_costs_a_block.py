"""Moves a block at a hit, but makes room before it looks whether there is need to.

fails:
    test_a_hit_pushes_nothing_out
    test_it_agrees_with_the_cache_of_the_book
advice: What does the cache give up at a hit
"""


def {{function}}(requests, {{room.name}}):
    blocks, hits = [], []
    for block in requests:
        hits.append(block in blocks)
        if len(blocks) == {{room.code}}:
            blocks.pop(0)
        if block in blocks:
            blocks.remove(block)
        blocks.append(block)
    return {{result.code}}
