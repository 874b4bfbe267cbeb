"""Sees idle cores behind a lock wherever there are some, blames slow initiators for what a lock does, and takes full cores
for threads that fight for a lock.

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
    def said(target):
        return {"lock": "initiators", "initiators": "lock", "cores": "lock", "cards": "initiators"}[limit(tuple(target))]

    return {name.lower(): said(target) for name, target in case["targets"].items()}
