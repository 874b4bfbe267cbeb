def safe_at(arrivals, commit):
    """When each record is safe (s). arrivals: when they come (s), in order. commit: seconds that a commit takes."""
    safe = []
    end = 0.0
    while len(safe) < len(arrivals):
        start = max(end, arrivals[len(safe)])
        end = start + commit
        while len(safe) < len(arrivals) and arrivals[len(safe)] <= start:
            safe.append(end)
    return safe
