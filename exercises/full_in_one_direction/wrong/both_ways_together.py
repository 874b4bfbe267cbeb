"""Keeps one account for a link, both ways together, as many counters do.

fails:
    test_a_flow_between_neighbours_loads_one_line
    test_the_two_directions_of_a_link_do_not_disturb_each_other
    test_two_hops_load_two_lines
    test_flows_that_share_a_line_add_up
    test_it_agrees_with_the_books_board
advice: need accounts of their own
"""


def line_loads(flows, ways):
    loads = {line: 0.0 for way in ways.values() for line in way}
    for pair, rate in flows.items():
        for line in ways[pair]:
            loads[line] += rate
            loads[line[::-1]] += rate
    return loads


def longest_wait(loads, capacity, packet):
    used = max(loads.values()) / capacity
    return used / (1 - used) * packet / capacity
