"""Gives up the block that was asked for least often (LFU).

fails:
    test_often_but_long_ago_does_not_count
    test_it_agrees_with_the_cache_of_the_book
advice: LRU does not count how often
"""


def {{function}}(requests, {{room.name}}):
    asked, hits = {}, []
    for block in requests:
        hits.append(block in asked)
        if block not in asked and len(asked) == {{room.code}}:
            del asked[min(asked, key=asked.get)]
        asked[block] = asked.get(block, 0) + 1
    return {{result.code}}
