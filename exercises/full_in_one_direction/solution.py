def link_loads(flows, ways):
    """Bytes a second in each direction of each link."""
    loads = {link: 0.0 for way in ways.values() for link in way}
    for pair, rate in flows.items():
        for link in ways[pair]:
            loads[link] += rate
    return loads


def longest_wait(loads, capacity, packet):
    """Seconds that a packet waits before its turn in the fullest direction."""
    used = max(loads.values()) / capacity
    return used / (1 - used) * packet / capacity
