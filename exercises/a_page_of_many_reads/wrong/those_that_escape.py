"""Stops one step too early: the pages without a slow read.

fails:
    test_it_agrees_with_pages_counted_in_a_run
advice: the share of pages that escape
"""


def answer(case):
    return {"pages": (1 - case["slow_share"]) ** case["reads"]}
