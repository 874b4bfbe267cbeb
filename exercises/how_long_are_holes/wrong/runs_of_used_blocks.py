"""Divides by the free share, which gives the runs of blocks in use.

fails:
    test_a_run_ends_at_the_next_block_in_use
advice: What ends a free run is a block in use
"""
from math import log


def answer(case):
    used = min((n / 1000 for n in range(1, 1000)), key=lambda s: abs((1 - s) / log(1 / s) - case["fill"]))
    return {"used": used, "run": 1 / (1 - used)}
