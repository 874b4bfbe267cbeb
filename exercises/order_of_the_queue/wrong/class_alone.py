"""The class decides, the deadline only among equals: a resilver on a busy disk never has its turn.

fails:
    test_the_resilver_has_its_turn_after_ten_steps
    test_with_the_same_deadline_the_class_no_longer_counts
    test_it_agrees_with_the_queue_of_the_book
advice: not a rank
advice: neither the class nor the time counts a second time
"""

STEP = {{step.code}}


def {{function.order}}(waiting):
    ranked = sorted(waiting, key=lambda io: ({{number}}, int({{came}} / STEP), {{place}}))
    return {{result.code}}
