def line_loads(flows, ways):
    """Bytes a second on each line."""
    loads = {line: 0.0 for way in ways.values() for line in way}
    for pair, rate in flows.items():
        for line in ways[pair]:
            loads[line] += rate
    return loads


def longest_wait(loads, capacity, packet):
    """Seconds that a packet waits before its turn at the fullest line."""
    used = max(loads.values()) / capacity
    return used / (1 - used) * packet / capacity
