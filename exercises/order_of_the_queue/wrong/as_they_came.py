"""Leaves the class out altogether: who comes first goes first.

fails:
    test_a_program_goes_before_a_resilver_that_came_with_it
    test_within_a_step_the_place_decides
    test_with_the_same_deadline_the_class_no_longer_counts
    test_it_agrees_with_the_queue_of_the_book
advice: due ten steps later
"""


def {{function.order}}(waiting):
    ranked = sorted(waiting, key=lambda io: {{came}})
    return {{result.code}}
