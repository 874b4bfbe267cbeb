"""The right idea in seconds instead of steps: equal sums of multiples of a step differ in the last digit.

fails:
    test_with_the_same_deadline_the_class_no_longer_counts
    test_it_agrees_with_the_queue_of_the_book
advice: multiples of a step in seconds are rounded
"""

STEP = {{step.seconds}}


def {{function.order}}(waiting):
    ranked = sorted(waiting, key=lambda io: ({{came}}{{unit.back}} // STEP * STEP + {{number}} * STEP, {{place}}))
    return {{result.code}}
