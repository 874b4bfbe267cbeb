"""Gives each record a commit of its own at once, however many are out.

fails:
    test_a_record_that_comes_while_a_commit_is_out_waits_for_the_next
    test_all_that_wait_leave_together
    test_it_agrees_with_the_intent_log_of_the_book
advice: cannot be in it
"""


def {{function}}({{come.name}}, {{commit.name}}):
{{come.code}}{{commit.code}}    safe = [moment + commit for moment in arrivals]
    return {{result.code}}
