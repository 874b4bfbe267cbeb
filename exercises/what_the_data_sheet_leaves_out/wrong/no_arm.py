"""Forgets the arm: the platter is what turns, so the platter is what one waits for.

fails:
    test_it_agrees_with_the_simulated_disk
advice: how did the arm get to the track
"""


def answer(case):
    return {"rate": case["size"] / (case["wait"] + case["transfer"])}
