"""Multiplies where it should divide: sixteen times as large, sixteen times as long.

fails:
    test_larger_blocks_are_fewer_blocks
advice: Are there more blocks now
"""


def answer(case):
    days = 0.020 * case["used"] / case["block"]
    return {"now": days, "deeper": days, "larger": days * case["times"]}
