"""Forgets the header, the link and the pieces.

fails:
    test_the_log_block_has_whole_pieces
    test_so_much_is_in_use_at_the_worst_moment
advice: The header and the link need room
"""

def answer(case):
    group = case["rate"] * case["interval"] * case["size"]
    return {"block": case["size"], "most": case["rate"] * case["size"] * (case["interval"] + group / case["pool"])}
