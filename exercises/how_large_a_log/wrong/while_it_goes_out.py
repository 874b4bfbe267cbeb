"""Counts what comes while the group goes out, and not the group's own blocks.

fails:
    test_so_much_is_in_use_at_the_worst_moment
advice: own blocks are still in use
"""

def answer(case):
    block = -(-(384 + case["size"]) // 4096) * 4096
    return {"block": block, "most": case["rate"] * block * (case["rate"] * case["interval"] * case["size"] / case["pool"])}
