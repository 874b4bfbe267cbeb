"""Lets a commit leave when its first record comes, and takes only records that came before.

fails:
    test_a_record_that_finds_the_log_idle_takes_one_commit
    test_a_record_that_comes_while_a_commit_is_out_waits_for_the_next
    test_all_that_wait_leave_together
    test_it_agrees_with_the_intent_log_of_the_book
advice: at the very moment of leaving
"""


def {{function}}({{come.name}}, {{commit.name}}):
    """A list: {{result.words}}."""
{{come.code}}{{commit.code}}    safe = []
    end = 0.0
    while len(safe) < len(arrivals):
        start = max(end, arrivals[len(safe)])
        end = start + commit
        while len(safe) < len(arrivals) and arrivals[len(safe)] < start:
            safe.append(end)
    return {{result.code}}
