"""Buys the disks that the data needs, and trusts in the new rules.

fails:
    test_the_old_pool_writes_as_fast_as_was_asked
    test_two_pairs_could_not_be_spared
advice: More pairs would write more each
"""
from math import ceil


def answer(case):
    return {"pairs": ceil(case["data"] / 0.9e12), "switch": 0.96, "early": True, "bonus": "1"}
