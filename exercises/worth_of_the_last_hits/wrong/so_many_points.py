"""Five points more hits, five per cent less time.

fails:
    test_the_mean_with_more_hits
    test_the_hits_that_a_shorter_mean_needs
advice: what share of the misses
"""


def answer(case):
    return {
        "later": case["mean"] * (1 - (case["after"] - case["now"])),
        "needed": min(1.0, case["now"] + 1 - 1 / case["times"]),
    }
