"""Gives up the block that was asked for least often (LFU).

fails:
    test_often_but_long_ago_does_not_count
    test_it_agrees_with_the_cache_of_the_book
advice: LRU does not count how often
"""


def which_are_hits(requests, size):
    asked, hits = {}, []
    for block in requests:
        hits.append(block in asked)
        if block not in asked and len(asked) == size:
            del asked[min(asked, key=asked.get)]
        asked[block] = asked.get(block, 0) + 1
    return hits
