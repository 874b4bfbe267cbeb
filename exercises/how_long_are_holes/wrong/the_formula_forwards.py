"""Puts the fill of the pool into the formula where the slab's share stands.

fails:
    test_the_slab_is_emptier_than_the_pool
    test_a_run_ends_at_the_next_block_in_use
advice: But s is wanted
advice: It is that share which must be mended first
"""
from math import log


def answer(case):
    used = (1 - case["fill"]) / log(1 / case["fill"])
    return {"used": used, "run": 1 / used}
