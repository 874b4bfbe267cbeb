"""Leaves it off for the other reason than the right one, or at once.

fails:
    test_the_advice_is_what_the_simulated_pool_would_give
advice: How many of a hundred writes would
advice: how many of a hundred writes would
"""


def answer(case):
    ratio, table = case["pointers"] / case["entries"], case["entries"] * 200
    verdict = "few" if table > case["memory"] else "few" if ratio >= 2 else "memory"
    return {"ratio": ratio, "table": table, "verdict": verdict}
