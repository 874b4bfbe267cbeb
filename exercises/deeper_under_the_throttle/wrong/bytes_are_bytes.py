"""Expects the same time for the same bytes.

fails:
    test_larger_blocks_are_fewer_blocks
advice: the throttle does not count bytes
"""


def answer(case):
    days = 0.020 * case["used"] / case["block"]
    return {"now": days, "deeper": days, "larger": days}
