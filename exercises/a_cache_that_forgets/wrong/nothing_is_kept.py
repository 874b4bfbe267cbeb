"""Empties the cache when it is full, to be on the safe side.

fails:
    test_a_block_that_is_in_use_stays
    test_it_agrees_with_the_cache_of_the_book
advice: Others come and go
"""


def {{function}}(requests, {{room.name}}):
    blocks, hits = [], []
    for block in requests:
        hits.append(block in blocks)
        if block in blocks:
            blocks.remove(block)
        elif len(blocks) == {{room.code}}:
            blocks.clear()
        blocks.append(block)
    return {{result.code}}
