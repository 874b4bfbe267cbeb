"""Rounds to the nearest step instead of cutting the fraction off.

fails:
    test_within_a_step_the_place_decides
    test_a_step_begins_at_a_whole_multiple
    test_with_the_same_deadline_the_class_no_longer_counts
    test_it_agrees_with_the_queue_of_the_book
advice: Cut the fraction off
"""

STEP = {{step.code}}


def {{function.order}}(waiting):
    ranked = sorted(waiting, key=lambda io: (round({{came}} / STEP) + {{number}}, {{place}}))
    return {{result.code}}
