"""Puts the block into the cache before it looks, so that every request is a hit.

fails:
    test_with_room_for_all_only_the_first_request_misses
    test_a_hit_pushes_nothing_out
    test_a_block_that_is_in_use_stays
    test_a_loop_of_one_block_too_many_never_hits
    test_often_but_long_ago_does_not_count
    test_it_agrees_with_the_cache_of_the_book
advice: only the first request for each block is a miss
"""


def {{function}}(requests, {{room.name}}):
    blocks, hits = [], []
    for block in requests:
        if block in blocks:
            blocks.remove(block)
        elif len(blocks) == {{room.code}}:
            blocks.pop(0)
        blocks.append(block)
        hits.append(block in blocks)
    return {{result.code}}
