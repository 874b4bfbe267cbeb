"""Believes that as much is new each night as has changed, whatever the recordsize.

fails:
    test_all_backups_fit_on_the_disks
    test_the_last_backup_is_done_in_time
advice: as soon as one of its pages has changed
"""
from math import ceil


def answer(case):
    kept = case["base"] * (1 + (case["nights"] - 1) * case["share"])
    return {"record": "64", "pairs": ceil(kept / 0.8e12), "memory": 32 * 2**30}
