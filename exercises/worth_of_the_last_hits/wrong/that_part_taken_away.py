"""Takes a quarter of the misses away instead of leaving a quarter.

fails:
    test_the_hits_that_a_shorter_mean_needs
advice: so much of the misses may be left
"""


def answer(case):
    missed = 1 - case["now"]
    return {"later": case["mean"] * (1 - case["after"]) / missed, "needed": 1 - missed * (1 - 1 / case["times"])}
