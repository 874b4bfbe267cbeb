"""Gives nothing up at a hit any more, but still goes by when a block came: that is FIFO.

fails:
    test_a_block_that_is_in_use_stays
    test_it_agrees_with_the_cache_of_the_book
advice: when a block came, or when it was last asked for
"""


def {{function}}(requests, {{room.name}}):
    blocks, hits = [], []
    for block in requests:
        hits.append(block in blocks)
        if block not in blocks:
            if len(blocks) == {{room.code}}:
                blocks.pop(0)
            blocks.append(block)
    return {{result.code}}
