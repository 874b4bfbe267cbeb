"""At a hit puts the block at the end without taking it out where it stood.

fails:
    test_often_but_long_ago_does_not_count
    test_it_agrees_with_the_cache_of_the_book
advice: Is a block ever in your list twice
"""


def {{function}}(requests, {{room.name}}):
    blocks, hits = [], []
    for block in requests:
        hits.append(block in blocks)
        if block not in blocks and len(blocks) == {{room.code}}:
            blocks.pop(0)
        blocks.append(block)
    return {{result.code}}
