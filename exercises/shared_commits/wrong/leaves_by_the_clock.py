"""Lets commits leave on a beat, whether somebody waits or not.

fails:
    test_a_record_that_finds_the_log_idle_takes_one_commit
    test_it_agrees_with_the_intent_log_of_the_book
advice: does not wait for a beat
"""

def safe_at(arrivals, commit):
    """When each record is safe (s). arrivals: when they come (s), in order. commit: seconds that a commit takes."""
    safe = []
    end = 0.0
    while len(safe) < len(arrivals):
        start = end
        end = start + commit
        while len(safe) < len(arrivals) and arrivals[len(safe)] <= start:
            safe.append(end)
    return safe
