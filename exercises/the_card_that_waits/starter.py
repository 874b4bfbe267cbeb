def interrupts(arrivals, packets, wait):
    """When the card interrupts (µs)."""
    times = []
    waiting = 0  # packets that the processor has not been told of
    due = 0  # when they have waited long enough
    for now in arrivals:
        if waiting and now > due:
            times.append(due)
            waiting = 0
        waiting += 1
        due = now + wait
        if waiting == packets:
            times.append(now)
            waiting = 0
    return times
