def pause(dirty, limit):
    """Seconds between two writes while `dirty` bytes are not on disk."""
    return 0.0


def go_on(times, dirty, limit):
    """When each of the writes that come at `times` (s) may go on: a list of seconds."""
    return [time + pause(dirty, limit) for time in times]
