def link_loads(flows, ways):
    """Bytes a second in each direction of each link."""
    return {link: 0.0 for way in ways.values() for link in way}


def longest_wait(loads, capacity, packet):
    """Seconds that a packet waits before its turn in the fullest direction."""
    return packet / capacity  # the time to send one packet, and not yet the wait
