def pause(dirty, limit):
    """Seconds between two writes while `dirty` bytes are not on disk."""
    if dirty >= limit:
        return 0.1
    return min(0.1, 0.0005 * max(0.0, dirty - 0.6 * limit) / (limit - dirty))


def go_on(times, dirty, limit):
    """When each of the writes that come at `times` (s) may go on: a list of seconds."""
    moments, turn = [], 0.0
    for time in times:
        turn = max(time, turn) + pause(dirty, limit)
        moments.append(turn)
    return moments
