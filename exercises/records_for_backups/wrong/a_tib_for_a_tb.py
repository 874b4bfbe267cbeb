"""Divides TiB by the TB of a pair.

fails:
    test_all_backups_fit_on_the_disks
    test_the_last_backup_is_done_in_time
advice: a TiB is a tenth more
"""
from math import ceil


def answer(case):
    record = 32 * 2**10
    kept = case["base"] * (1 + (case["nights"] - 1) * (1 - (1 - case["share"]) ** 4))
    return {"record": "32", "pairs": ceil(kept / 2**40 / 0.8), "memory": ceil(1.05 * kept / record * 200 / 2**30) * 2**30}
