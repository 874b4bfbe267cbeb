"""Reads the place in the slab as how full it is.

fails:
    test_below_the_stairs_the_slab_is_full_and_above_as_before
advice: You read the place as if it said how full the slab is
"""


def answer(case):
    return {"top": case["top"], "full": case["top"], "cause": case["cause"]}
