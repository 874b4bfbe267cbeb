"""Has the time right, and forgets that blocks are whole pieces.

fails:
    test_the_log_block_has_whole_pieces
    test_so_much_is_in_use_at_the_worst_moment
advice: The time is right
"""

def answer(case):
    block = 384 + case["size"]
    group = case["rate"] * case["interval"] * case["size"]
    return {"block": block, "most": case["rate"] * block * (case["interval"] + group / case["pool"])}
