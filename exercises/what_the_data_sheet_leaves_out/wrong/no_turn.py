"""Forgets that the sector has to come round.

fails:
    test_it_agrees_with_the_simulated_disk
advice: How long does your read
"""


def answer(case):
    return {"rate": case["size"] / (case["seek"] + case["transfer"])}
