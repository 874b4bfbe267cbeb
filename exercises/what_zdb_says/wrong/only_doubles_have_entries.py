"""Believes that a block that is there once needs no entry, and leaves it out of the ratio as well.

fails:
    test_the_ratio_is_what_is_put_in_over_what_is_kept
    test_each_different_block_has_an_entry
advice: A block that is there once has an entry all the same
"""


def answer(case):
    ratio, table = case["pointers"] / case["entries"], case["entries"] * 200
    verdict = "memory" if table > case["memory"] else "on" if ratio >= 2 else "few"
    once = case["entries"] - case["twice"]
    return {"ratio": (case["pointers"] - once) / case["twice"], "table": case["twice"] * 200, "verdict": verdict}
