"""Has learnt two thirds by heart.

fails:
    test_it_agrees_with_a_simulated_pool
advice: right for 2 disks
"""


def answer(case):
    return {"wait": case["pair"]}
