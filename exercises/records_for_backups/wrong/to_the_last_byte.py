"""Forgets that the pool is not to be filled, and buys memory without a sum.

fails:
    test_it_costs_no_more_than_it_may
    test_all_backups_fit_on_the_disks
    test_the_last_backup_is_done_in_time
advice: How full may they be
"""
from math import ceil


def answer(case):
    record = 32 * 2**10
    kept = case["base"] * (1 + (case["nights"] - 1) * (1 - (1 - case["share"]) ** 4))
    return {"record": "32", "pairs": ceil(kept / 1e12), "memory": ceil(8 * kept / record * 200 / 2**30) * 2**30}
