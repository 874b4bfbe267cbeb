"""Takes the hit ratio of the larger cache for as good as it gets.

fails:
    test_the_hits_that_a_shorter_mean_needs
advice: It may look like a small step
"""


def answer(case):
    return {"later": case["mean"] * (1 - case["after"]) / (1 - case["now"]), "needed": case["after"]}
