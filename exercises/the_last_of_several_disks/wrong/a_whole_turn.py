"""Takes the worst case for the mean.

fails:
    test_no_write_waits_longer_than_a_turn
    test_it_agrees_with_a_simulated_pool
advice: No disk ever waits longer than a
"""


def answer(case):
    return {"wait": case["turn"]}
