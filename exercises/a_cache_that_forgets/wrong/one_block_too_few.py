"""Makes room once the block is in the list, and begins with it too soon: one place always stays empty.

fails:
    test_a_hit_pushes_nothing_out
    test_a_block_that_is_in_use_stays
    test_it_agrees_with_the_cache_of_the_book
advice: as many blocks as there is room for
"""


def {{function}}(requests, {{room.name}}):
    blocks, hits = [], []
    for block in requests:
        hits.append(block in blocks)
        if block in blocks:
            blocks.remove(block)
        blocks.append(block)
        if len(blocks) >= {{room.code}}:
            blocks.pop(0)
    return {{result.code}}
