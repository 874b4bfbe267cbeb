"""Mixes up the two targets.

fails:
    test_what_keeps_the_first_target_from_serving_more
    test_what_keeps_the_second_target_from_serving_more
advice: All three must hold
advice: nearly all of them would be in use
advice: what all their slots let through
advice: Compare the last two lines
"""
from exercises.what_all_share.question import limit


def answer(case):
    found = {name: limit(tuple(target)) for name, target in case["targets"].items()}
    return {"a": found["B"], "b": found["A"]}
