"""Of those with the same deadline the one that lies highest goes first.

fails:
    test_within_a_step_the_place_decides
    test_with_the_same_deadline_the_class_no_longer_counts
    test_it_agrees_with_the_queue_of_the_book
advice: which way round
"""

STEP = {{step.code}}


def {{function.order}}(waiting):
    ranked = sorted(waiting, key=lambda io: (int({{came}} / STEP) + {{number}}, -{{place}}))
    return {{result.code}}
