"""Counts what lies behind the gap, and forgets the write at the gap itself.

fails:
    test_a_drive_that_answers_early_loses_its_last_writes
    test_what_lies_behind_a_gap_is_lost_too
    test_that_very_moment_counts_as_the_question_says
    test_it_agrees_with_the_machine_of_the_book
advice: The write whose own block is the first
"""


def {{function}}(log, {{group.name}}, plug):
    """Returns {{result.words}}."""
    gone, readable = 0, True
    for write in log:
        if {{held}}:
            continue
        if not readable and {{told}}:
            gone += 1
        if {{missing}}:
            readable = False
    return {{result.code}}
