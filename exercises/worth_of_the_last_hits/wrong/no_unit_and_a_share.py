"""Types microseconds without a unit, and the hit ratio as a share of 1 in a field for per cent.

fails:
    test_the_mean_with_more_hits
    test_the_hits_that_a_shorter_mean_needs
advice: Did you mean µs
advice: Is that a share of 1
"""


def answer(case):
    missed = 1 - case["now"]
    return {"later": 1000 * case["mean"] * (1 - case["after"]) / missed, "needed": (1 - missed / case["times"]) / 100}
