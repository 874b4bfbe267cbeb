"""Has learnt two thirds by heart.

fails:
    test_it_agrees_with_a_simulated_pool
advice: right for two disks
"""


def answer(case):
    return {"wait": case["pair"]}
