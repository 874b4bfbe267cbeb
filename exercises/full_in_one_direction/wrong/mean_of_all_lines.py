"""Takes the mean load of all links.

fails:
    test_the_fullest_direction_decides
advice: A mean over all hides it
"""


def link_loads(flows, ways):
    loads = {link: 0.0 for way in ways.values() for link in way}
    for pair, rate in flows.items():
        for link in ways[pair]:
            loads[link] += rate
    return loads


def longest_wait(loads, capacity, packet):
    used = sum(loads.values()) / len(loads) / capacity
    return used / (1 - used) * packet / capacity
