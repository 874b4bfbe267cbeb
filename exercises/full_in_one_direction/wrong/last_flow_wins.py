"""Puts each flow in the place of the last one on the same line, and waits in proportion to the load.

fails:
    test_flows_that_share_a_line_add_up
    test_half_full_costs_one_packet_and_nine_tenths_nine
    test_the_fullest_line_decides
    test_it_agrees_with_the_books_board
advice: add to what is there already
"""


def line_loads(flows, ways):
    loads = {line: 0.0 for way in ways.values() for line in way}
    for pair, rate in flows.items():
        for line in ways[pair]:
            loads[line] = rate
    return loads


def longest_wait(loads, capacity, packet):
    return max(loads.values()) / capacity * packet / capacity
