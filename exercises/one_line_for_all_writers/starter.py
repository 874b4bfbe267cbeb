def pause(dirty, limit):
    """Seconds between two writes."""
    return 0.0


def go_on(times, dirty, limit):
    """When each write may go on: a list of seconds."""
    return [time + pause(dirty, limit) for time in times]
