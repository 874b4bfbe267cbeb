"""Stops counting at the gap instead of from there on.

fails:
    test_a_drive_that_answers_early_loses_its_last_writes
    test_what_lies_behind_a_gap_is_lost_too
    test_it_agrees_with_the_machine_of_the_book
advice: does not come to them
"""


def {{function}}(log, {{group.name}}, plug):
    gone = 0
    for write in log:
        if {{needed}} and {{missing}}:
            gone = 1 if {{told}} else 0
            break
    return {{result.code}}
