"""Finds what limits target A, and says the same of target B.

fails:
    test_what_keeps_the_second_target_from_serving_more
advice: All three must hold
advice: nearly all of them would be in use
advice: what all their slots let through
advice: Compare the last two lines
"""
from exercises.what_all_share.question import limit


def answer(case):
    return dict.fromkeys("ab", limit(tuple(case["targets"]["A"])))
