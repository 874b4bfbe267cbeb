"""Adds up the waits, as if the disks were written one after the other.

fails:
    test_no_write_waits_longer_than_a_turn
    test_it_agrees_with_a_simulated_pool
advice: do not add up
"""


def answer(case):
    return {"wait": case["disks"] * case["half"]}
