"""Gives up the block at the other end: the one that was asked for last.

fails:
    test_a_block_that_is_in_use_stays
    test_a_loop_of_one_block_too_many_never_hits
    test_often_but_long_ago_does_not_count
    test_it_agrees_with_the_cache_of_the_book
advice: look at which end of the list goes
"""


def {{function}}(requests, {{room.name}}):
    blocks, hits = [], []
    for block in requests:
        hits.append(block in blocks)
        if block in blocks:
            blocks.remove(block)
        elif len(blocks) == {{room.code}}:
            blocks.pop()
        blocks.append(block)
    return {{result.code}}
