"""Turns it on wherever it saves room; where it should be on, compares the data itself with memory.

fails:
    test_the_ratio_is_what_is_put_in_over_what_is_kept
    test_the_advice_is_what_the_simulated_pool_would_give
advice: From which ratio on does dedup pay
advice: What happens when lookups must wait for disks?
advice: An entry stands for 128 KiB
"""


def answer(case):
    ratio, table = case["pointers"] / case["entries"], case["entries"] * 200
    pays = table <= case["memory"] and ratio >= 2
    return {"ratio": 1 - 1 / ratio, "table": table, "verdict": "memory" if pays else "on"}
