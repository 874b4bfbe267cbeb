"""Lets the cache grow to one block more than it has room for.

fails:
    test_a_loop_of_one_block_too_many_never_hits
    test_it_agrees_with_the_cache_of_the_book
advice: count the blocks that your cache holds
"""


def {{function}}(requests, {{room.name}}):
    blocks, hits = [], []
    for block in requests:
        hits.append(block in blocks)
        if block in blocks:
            blocks.remove(block)
        elif len(blocks) > {{room.code}}:
            blocks.pop(0)
        blocks.append(block)
    return {{result.code}}
