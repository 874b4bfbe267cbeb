"""Shares a flow among the links of its way, and gives the time in another unit.

fails:
    test_two_hops_load_two_links
    test_flows_that_share_a_link_add_up
    test_it_agrees_with_the_board_of_the_book
    test_half_full_costs_one_packet_and_nine_tenths_nine
    test_the_fullest_direction_decides
advice: a packet goes whole along the first link
advice: The number is right in
"""


def {{function.loads}}(flows, ways):
    loads = {link: 0.0 for way in ways.values() for link in way}
    for {{flows.each}}:
        for link in {{flows.way}}:
            loads[link] += rate / len({{flows.way}})
    return loads


def {{function.wait}}(loads, {{capacity.name}}, packet):
{{capacity.code}}    send = packet / capacity
    used = max(loads.values()) / capacity
    return {{result.code}}{{unit.wrong}}
