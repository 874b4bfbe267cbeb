"""Leaves out the directions that nobody uses, and takes all packets to be of one size.

fails:
    test_a_flow_between_neighbours_loads_one_direction
    test_the_two_directions_of_a_link_do_not_disturb_each_other
    test_two_hops_load_two_links
    test_flows_that_share_a_link_add_up
    test_half_full_costs_one_packet_and_nine_tenths_nine
    test_the_fullest_direction_decides
advice: with 0 if nobody uses it
advice: sizes vary at random
"""


def link_loads(flows, ways):
    loads: dict[str, float] = {}
    for pair, rate in flows.items():
        for link in ways[pair]:
            loads[link] = loads.get(link, 0) + rate
    return loads


def longest_wait(loads, capacity, packet):
    used = max(loads.values()) / capacity
    return used / (1 - used) * packet / capacity / 2
