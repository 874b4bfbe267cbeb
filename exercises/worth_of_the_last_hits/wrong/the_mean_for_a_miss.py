"""Takes the mean of now for the time of a miss.

fails:
    test_the_mean_with_more_hits
advice: that mean is of hits and misses together
"""


def answer(case):
    return {"later": case["mean"] * (1 - case["after"]), "needed": 1 - (1 - case["now"]) / case["times"]}
