"""Finds the gap, and counts a write that was on its way, too.

fails:
    test_a_flushed_log_breaks_no_promise
    test_that_very_moment_counts_as_the_question_says
    test_it_agrees_with_the_machine_of_the_book
advice: Nobody has been told
"""


def {{function}}(log, {{group.name}}, plug):
    """Returns {{result.words}}."""
    gone, readable = 0, True
    for write in log:
        if {{held}}:
            continue
        if {{missing}}:
            readable = False
        if not readable:
            gone += 1
    return {{result.code}}
