"""Lets the mean fall in proportion to the hits.

fails:
    test_the_mean_with_more_hits
    test_the_hits_that_a_shorter_mean_needs
advice: hits take no time worth speaking of
"""


def answer(case):
    return {"later": case["mean"] * case["now"] / case["after"], "needed": 1.0}
