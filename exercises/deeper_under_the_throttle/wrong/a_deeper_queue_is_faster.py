"""Lets the time fall with the depth, as the disk works on more at a time.

fails:
    test_a_deeper_queue_changes_next_to_nothing
advice: one block every 20 ms, at any depth
"""


def answer(case):
    days = 0.020 * case["used"] / case["block"]
    return {"now": days, "deeper": days * 2 / case["depth"], "larger": 0.020 * case["used"] / case["large"]}
