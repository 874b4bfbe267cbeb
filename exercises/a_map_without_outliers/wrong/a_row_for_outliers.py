"""Gives the outliers a row of their own above the last edge.

fails:
    test_an_operation_within_the_edges_is_in_its_box
    test_no_operation_is_lost
    test_it_draws_the_map_of_a_bad_disk
advice: needs no row of its own
"""


def count(operations, width, edges):
    last = max(asked for asked, latency in operations)
    columns = [[0] * len(edges) for _ in range(int(last / width) + 1)]
    for asked, latency in operations:
        columns[int(asked / width)][sum(edge <= latency for edge in edges[1:])] += 1
    return columns


def shade(columns):
    """The shade of each box."""
    steps = sorted({0} | {n for column in columns for n in column})
    return [[steps.index(n) for n in column] for column in columns]
