"""Takes the log for a cache of the data, which must last.

fails:
    test_so_much_is_in_use_at_the_worst_moment
advice: Most of these blocks have long been free
"""

def answer(case):
    block = -(-(384 + case["size"]) // 4096) * 4096
    return {"block": block, "most": case["rate"] * block * 3600}
