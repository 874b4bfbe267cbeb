"""Takes the mean load of all lines.

fails:
    test_the_fullest_line_decides
    test_it_agrees_with_the_books_board
advice: A mean over all lines hides it
"""


def line_loads(flows, ways):
    loads = {line: 0.0 for way in ways.values() for line in way}
    for pair, rate in flows.items():
        for line in ways[pair]:
            loads[line] += rate
    return loads


def longest_wait(loads, capacity, packet):
    used = sum(loads.values()) / len(loads) / capacity
    return used / (1 - used) * packet / capacity
