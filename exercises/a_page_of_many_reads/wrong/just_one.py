"""Counts the pages with exactly one slow read, and forgets those with more.

fails:
    test_it_agrees_with_pages_counted_in_a_run
advice: exactly one slow read
"""


def answer(case):
    slow = case["slow_share"]
    return {"pages": case["reads"] * slow * (1 - slow) ** (case["reads"] - 1)}
