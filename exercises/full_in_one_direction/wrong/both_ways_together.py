"""Keeps one account for a link, both ways together, as many counters do.

fails:
    test_a_flow_between_neighbours_loads_one_direction
    test_the_two_directions_of_a_link_do_not_disturb_each_other
    test_two_hops_load_two_links
    test_it_agrees_with_the_board_of_the_book
advice: need accounts of their own
"""


def {{function.loads}}(flows, ways):
    loads = {link: 0.0 for way in ways.values() for link in way}
    for {{flows.each}}:
        for link in {{flows.way}}:
            loads[link] += rate
            loads[link[::-1]] += rate
    return loads


def {{function.wait}}(loads, {{capacity.name}}, packet):
{{capacity.code}}    send = packet / capacity
    used = max(loads.values()) / capacity
    return {{result.code}}{{unit.into}}
