"""Counts a flow where it leaves, and forgets that it goes on through another socket.

fails:
    test_two_hops_load_two_lines
    test_flows_that_share_a_line_add_up
    test_it_agrees_with_the_books_board
advice: it leaves on one line and goes on along another
"""


def line_loads(flows, ways):
    loads = {line: 0.0 for way in ways.values() for line in way}
    for pair, rate in flows.items():
        loads[ways[pair][0]] += rate
    return loads


def longest_wait(loads, capacity, packet):
    used = max(loads.values()) / capacity
    return used / (1 - used) * packet / capacity
