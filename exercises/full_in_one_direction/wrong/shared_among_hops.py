"""Shares a flow among the links of its way, and gives the wait in nanoseconds.

fails:
    test_two_hops_load_two_links
    test_flows_that_share_a_link_add_up
    test_it_agrees_with_the_board_of_the_book
    test_half_full_costs_one_packet_and_nine_tenths_nine
    test_the_fullest_direction_decides
advice: a packet goes whole along the first link
advice: right in nanoseconds
"""


def link_loads(flows, ways):
    loads = {link: 0.0 for way in ways.values() for link in way}
    for pair, rate in flows.items():
        for link in ways[pair]:
            loads[link] += rate / len(ways[pair])
    return loads


def longest_wait(loads, capacity, packet):
    used = max(loads.values()) / capacity
    return used / (1 - used) * packet / capacity * 1e9
