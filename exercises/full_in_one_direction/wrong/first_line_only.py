"""Counts a flow where it leaves, and forgets that it goes on through another socket.

fails:
    test_two_hops_load_two_links
    test_it_agrees_with_the_board_of_the_book
advice: it leaves on one link and goes on along another
"""


def {{function.loads}}(flows, ways):
    loads = {link: 0.0 for way in ways.values() for link in way}
    for {{flows.each}}:
        loads[{{flows.way}}[0]] += rate
    return loads


def {{function.wait}}(loads, {{capacity.name}}, packet):
{{capacity.code}}    send = packet / capacity
    used = max(loads.values()) / capacity
    return {{result.code}}{{unit.into}}
