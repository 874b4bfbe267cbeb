"""Counts the pieces, takes them for the disks, and so one too many.

fails:
    test_it_agrees_with_a_simulated_pool
advice: Into how many pieces do so many
"""


def answer(case):
    return {"wait": case["parts"] / (case["parts"] + 1) * case["turn"]}
