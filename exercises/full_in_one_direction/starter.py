def line_loads(flows, ways):
    """Bytes a second on each line."""
    return {line: 0.0 for way in ways.values() for line in way}


def longest_wait(loads, capacity, packet):
    """Seconds that a packet waits before its turn at the fullest line."""
    return packet / capacity
