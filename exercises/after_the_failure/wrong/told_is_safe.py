"""Believes that what was acknowledged cannot be lost.

fails:
    test_a_drive_that_answers_early_loses_its_last_writes
    test_what_lies_behind_a_gap_is_lost_too
    test_that_very_moment_counts_as_the_question_says
    test_it_agrees_with_the_machine_of_the_book
advice: Compare when it was told
"""


def {{function}}(log, {{group.name}}, plug):
    gone = 0
    return {{result.code}}
