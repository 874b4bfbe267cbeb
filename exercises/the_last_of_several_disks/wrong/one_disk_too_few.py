"""Counts the pieces, and takes one too few.

fails:
    test_it_agrees_with_a_simulated_pool
advice: and a group has
"""


def answer(case):
    return {"wait": (case["disks"] - 1) / case["disks"] * case["turn"]}
