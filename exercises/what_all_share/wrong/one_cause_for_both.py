"""Finds what limits target A, and says the same of target B.

fails:
    test_what_keeps_the_second_target_from_serving_more
advice: You said
"""
from exercises.what_all_share.question import limit


def answer(case):
    return dict.fromkeys("ab", limit(tuple(case["targets"]["A"])))
