"""Lets every read wait a whole turn, the worst that can happen.

fails:
    test_it_agrees_with_the_simulated_disk
advice: Only the unluckiest does
"""


def answer(case):
    return {"rate": case["size"] / (case["seek"] + case["turn"] + case["transfer"])}
