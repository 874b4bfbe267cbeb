"""Takes everything since the last group for lost, as without a log.

fails:
    test_a_flushed_log_breaks_no_promise
    test_a_drive_that_answers_early_loses_its_last_writes
    test_what_lies_behind_a_gap_is_lost_too
    test_that_very_moment_counts_as_the_question_says
    test_what_a_group_holds_needs_no_log
    test_it_agrees_with_the_machine_of_the_book
advice: one that is missing among them is no gap
advice: on its way
"""


def {{function}}(log, {{group.name}}, plug):
    gone = sum({{told}} for write in log if {{needed}})
    return {{result.code}}
