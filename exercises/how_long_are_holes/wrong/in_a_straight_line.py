"""Lets a slab lose as many blocks in each stretch of time, so that the pool is half-way between full and the emptiest.

fails:
    test_the_slab_is_emptier_than_the_pool
    test_a_run_ends_at_the_next_block_in_use
advice: You let a slab empty evenly
"""


def answer(case):
    used = 2 * case["fill"] - 1
    return {"used": used, "run": 1 / used}
