"""Buys the right disks, and little memory: a table of checksums cannot be large.

fails:
    test_the_last_backup_is_done_in_time
advice: The table does not fit into memory
"""
from math import ceil


def answer(case):
    kept = case["base"] * (1 + (case["nights"] - 1) * (1 - (1 - case["share"]) ** 4))
    return {"record": "32", "pairs": ceil(kept / 0.8e12), "memory": 8 * 2**30}
