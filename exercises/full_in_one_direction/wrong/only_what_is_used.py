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


def {{function.loads}}(flows, ways):
    loads: dict[str, float] = {}
    for {{flows.each}}:
        for link in {{flows.way}}:
            loads[link] = loads.get(link, 0) + rate
    return loads


def {{function.wait}}(loads, {{capacity.name}}, packet):
{{capacity.code}}    send = packet / capacity
    used = max(loads.values()) / capacity
    return {{result.half}}{{unit.into}}
