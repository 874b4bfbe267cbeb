"""Asks when half of the writes are done: the median, not the mean.

fails:
    test_it_agrees_with_a_simulated_pool
advice: The mean is asked for
"""


def answer(case):
    return {"wait": 0.5 ** (1 / case["disks"]) * case["turn"]}
