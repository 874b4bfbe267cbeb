"""Takes the time of a tiny read, as if the data had no length.

fails:
    test_it_agrees_with_the_simulated_disk
advice: must pass under the head too
"""


def answer(case):
    return {"rate": case["size"] / (case["seek"] + case["wait"])}
