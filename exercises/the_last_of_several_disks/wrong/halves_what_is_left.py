"""Lets each further disk halve what is left of the turn.

fails:
    test_it_agrees_with_a_simulated_pool
advice: seven eighths
"""


def answer(case):
    return {"wait": case["turn"] * (1 - 0.5 ** case["disks"])}
