"""Keeps the recordsize that a file system has by itself, and buys the disks for it.

fails:
    test_it_costs_no_more_than_it_may
advice: one changed page makes a whole record new
"""
from math import ceil


def answer(case):
    record = 128 * 2**10
    kept = case["base"] * (1 + (case["nights"] - 1) * (1 - (1 - case["share"]) ** 16))
    return {"record": "128", "pairs": ceil(kept / 0.8e12), "memory": ceil(1.05 * kept / record * 200 / 2**30) * 2**30}
