"""Takes only the first that waits.

fails:
    test_all_that_wait_leave_together
    test_it_agrees_with_the_intent_log_of_the_book
advice: not only the first
"""


def {{function}}({{come.name}}, {{commit.name}}):
{{come.code}}{{commit.code}}    safe = []
    end = 0.0
    for moment in arrivals:
        end = max(end, moment) + commit
        safe.append(end)
    return {{result.code}}
