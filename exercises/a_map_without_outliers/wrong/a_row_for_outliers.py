"""Gives the outliers a row of their own above the last edge.

fails:
    test_an_operation_within_the_edges_is_in_its_box
    test_no_operation_is_lost
    test_it_draws_the_map_of_a_bad_disk
advice: needs no row of its own
"""


def {{function.count}}(operations, width, edges):
    last = max(asked for {{record.names}} in operations)
    columns = [[0] * len(edges) for _ in range(int(last / width) + 1)]
    for {{record.names}} in operations:
        row = sum(edge {{side.passes}} latency for edge in edges[1:])
        columns[int(asked / width)][{{order.row}}] += 1
    return columns


def {{function.shade}}(columns):
    """The shade of each box."""
    steps = sorted({0} | {n for column in columns for n in column})
    return [[steps.index(n) for n in column] for column in columns]
