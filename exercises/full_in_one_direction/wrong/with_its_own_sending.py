"""Counts the packet's own time on the line as waiting: s / (1 - u), which is wait and sending together.

fails:
    test_half_full_costs_one_packet_and_nine_tenths_nine
    test_the_fullest_line_decides
    test_it_agrees_with_the_books_board
advice: its own sending comes after the wait
"""


def line_loads(flows, ways):
    loads = {line: 0.0 for way in ways.values() for line in way}
    for pair, rate in flows.items():
        for line in ways[pair]:
            loads[line] += rate
    return loads


def longest_wait(loads, capacity, packet):
    used = max(loads.values()) / capacity
    return packet / capacity / (1 - used)
