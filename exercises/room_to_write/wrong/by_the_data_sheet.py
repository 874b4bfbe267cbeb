"""Reckons with what a disk writes in a row, 100 MB/s each, and takes no more pairs than that needs.

fails:
    test_the_data_fits_and_the_disks_may_be_bought
    test_the_old_pool_writes_as_fast_as_was_asked
    test_two_pairs_could_not_be_spared
advice: First give the data room
"""
from math import ceil


def answer(case):
    return {"pairs": ceil(case["wanted"] / 100e6), "switch": 0.96, "early": True, "bonus": "1.5"}
