"""Counts the packet's own time on the link as waiting: s / (1 - u), which is wait and sending together.

fails:
    test_half_full_costs_one_packet_and_nine_tenths_nine
    test_the_fullest_direction_decides
advice: Its own sending comes after that
"""


def link_loads(flows, ways):
    loads = {link: 0.0 for way in ways.values() for link in way}
    for pair, rate in flows.items():
        for link in ways[pair]:
            loads[link] += rate
    return loads


def longest_wait(loads, capacity, packet):
    used = max(loads.values()) / capacity
    return packet / capacity / (1 - used)
