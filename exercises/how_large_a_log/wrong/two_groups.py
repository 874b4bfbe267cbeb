"""Takes two groups, by a rule of thumb.

fails:
    test_so_much_is_in_use_at_the_worst_moment
advice: How long do they need here
"""

def answer(case):
    block = -(-(384 + case["size"]) // 4096) * 4096
    return {"block": block, "most": case["rate"] * block * 2 * case["interval"]}
