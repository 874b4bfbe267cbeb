"""Takes the part of what a read takes with the larger cache, and not of what it takes now.

fails:
    test_the_hits_that_a_shorter_mean_needs
advice: Is that a part of what a read takes now
"""


def answer(case):
    misses = 1 - case["after"]
    return {"later": case["mean"] * misses / (1 - case["now"]), "needed": 1 - misses / case["times"]}
