"""Lets commits leave on a beat, whether somebody waits or not.

fails:
    test_a_record_that_finds_the_log_idle_takes_one_commit
    test_it_agrees_with_the_intent_log_of_the_book
advice: does not wait for a beat
"""


def {{function}}({{come.name}}, {{commit.name}}):
    """A list: {{result.words}}."""
{{come.code}}{{commit.code}}    safe = []
    end = 0.0
    while len(safe) < len(arrivals):
        start = end
        end = start + commit
        while len(safe) < len(arrivals) and arrivals[len(safe)] <= start:
            safe.append(end)
    return {{result.code}}
