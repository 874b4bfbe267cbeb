"""Names the cause, and believes that twice the memory halves the misses of any cache.

fails:
    test_how_many_misses_twice_the_memory_leaves
advice: does not halve the misses by a law
"""


def answer(case):
    return {"cause": case["cause"], "twice": "half"}
