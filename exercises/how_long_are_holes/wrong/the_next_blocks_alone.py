"""Types a fraction for a percentage; and counts only the blocks that follow the first.

fails:
    test_the_slab_is_emptier_than_the_pool
    test_a_run_ends_at_the_next_block_in_use
advice: belongs to the run
"""
from math import log


def answer(case):
    used = min((n / 1000 for n in range(1, 1000)), key=lambda s: abs((1 - s) / log(1 / s) - case["fill"]))
    return {"used": used / 100, "run": 1 / used - 1}
