"""Adds what the stairs have passed to what was in use.

fails:
    test_below_the_stairs_the_slab_is_full_and_above_as_before
advice: you have counted that part twice
"""


def answer(case):
    return {"top": case["top"], "full": min(1.0, case["top"] + case["begin"]), "cause": case["cause"]}
