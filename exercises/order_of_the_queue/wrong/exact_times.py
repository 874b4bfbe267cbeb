"""Exact times instead of steps: no two deadlines are ever equal, and the place never counts.

fails:
    test_within_a_step_the_place_decides
    test_with_the_same_deadline_the_class_no_longer_counts
    test_it_agrees_with_the_queue_of_the_book
advice: Numbers of steps are whole
"""

STEP = {{step.code}}


def {{function.order}}(waiting):
    ranked = sorted(waiting, key=lambda io: ({{came}} + {{number}} * STEP, {{place}}))
    return {{result.code}}
