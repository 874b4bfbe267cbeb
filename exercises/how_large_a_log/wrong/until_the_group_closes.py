"""Takes a block for free when its group closes.

fails:
    test_so_much_is_in_use_at_the_worst_moment
advice: Its blocks are free only when it is on the disks
"""

def answer(case):
    block = -(-(384 + case["size"]) // 4096) * 4096
    return {"block": block, "most": case["rate"] * block * case["interval"]}
