"""Mixes up the two targets.

fails:
    test_what_keeps_the_first_target_from_serving_more
    test_what_keeps_the_second_target_from_serving_more
advice: You said
"""
from exercises.what_all_share.question import limit


def answer(case):
    found = {name: limit(tuple(target)) for name, target in case["targets"].items()}
    return {"a": found["B"], "b": found["A"]}
