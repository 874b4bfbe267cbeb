"""Takes the number of the class for seconds: a read of the resilver is due after ten of them instead of 6.4.

fails:
    test_the_resilver_has_its_turn_after_ten_steps
    test_with_the_same_deadline_the_class_no_longer_counts
    test_it_agrees_with_the_queue_of_the_book
advice: of so many steps, not seconds
"""

STEP = {{step.seconds}}


def {{function.order}}(waiting):
    ranked = sorted(waiting, key=lambda io: (int(({{came}}{{unit.back}} + {{number}}) / STEP), {{place}}))
    return {{result.code}}
