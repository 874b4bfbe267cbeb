"""Counts in steps of a rounder length, of whole seconds, halves or quarters.

fails:
    test_within_a_step_the_place_decides
    test_a_step_begins_at_a_whole_multiple
    test_the_resilver_has_its_turn_after_ten_steps
    test_with_the_same_deadline_the_class_no_longer_counts
    test_it_agrees_with_the_queue_of_the_book
advice: Work out the deadlines of both by hand
"""


def {{function.order}}(waiting):
    ranked = sorted(waiting, key=lambda io: (int({{came}}{{unit.back}} / {{step.round}}) + {{number}}, {{place}}))
    return {{result.code}}
