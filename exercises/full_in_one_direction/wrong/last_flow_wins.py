"""Puts each flow in the place of the last one on the same link, and waits in proportion to the load.

fails:
    test_flows_that_share_a_link_add_up
    test_it_agrees_with_the_board_of_the_book
    test_half_full_costs_one_packet_and_nine_tenths_nine
    test_the_fullest_direction_decides
advice: add to what is there already
advice: grow in proportion to the load
"""


def {{function.loads}}(flows, ways):
    loads = {link: 0.0 for way in ways.values() for link in way}
    for {{flows.each}}:
        for link in {{flows.way}}:
            loads[link] = rate
    return loads


def {{function.wait}}(loads, {{capacity.name}}, packet):
{{capacity.code}}    send = packet / capacity
    used = max(loads.values()) / capacity
    return {{result.in_proportion}}{{unit.into}}
