"""Takes the records with the best dedup ratio, and memory for all of their table.

fails:
    test_the_last_backup_is_done_in_time
advice: sixteen times as many must be looked up
"""
from math import ceil


def answer(case):
    record = 8 * 2**10
    kept = case["base"] * (1 + (case["nights"] - 1) * case["share"])
    return {"record": "8", "pairs": ceil(kept / 0.8e12), "memory": ceil(1.05 * kept / record * 200 / 2**30) * 2**30}
