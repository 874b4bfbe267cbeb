"""Gives the time that each record took instead of the moment at which it is safe, or the other way round.

fails:
    test_a_record_that_finds_the_log_idle_takes_one_commit
    test_a_record_that_comes_while_a_commit_is_out_waits_for_the_next
    test_all_that_wait_leave_together
    test_it_agrees_with_the_intent_log_of_the_book
advice: how long the record took
"""


def {{function}}({{come.name}}, {{commit.name}}):
{{come.code}}{{commit.code}}    safe = []
    end = 0.0
    while len(safe) < len(arrivals):
        start = max(end, arrivals[len(safe)])
        end = start + commit
        while len(safe) < len(arrivals) and arrivals[len(safe)] <= start:
            safe.append(end)
    return {{result.mistaken}}
