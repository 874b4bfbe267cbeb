"""Mends the shades and leaves out what lies beyond the last edge.

fails:
    test_no_operation_is_lost
    test_it_draws_the_map_of_a_bad_disk
advice: have to be somewhere too
"""


def {{function.count}}(operations, width, edges):
    """Columns of counts: how many operations fell into each box."""
    last = max(asked for {{record.names}} in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for {{record.names}} in operations:
        for row in range(len(edges) - 1):
            if edges[row] {{side.passes}} latency {{side.upper}} edges[row + 1]:
                columns[int(asked / width)][{{order.row}}] += 1
    return columns


def {{function.shade}}(columns):
    """The shade of each box."""
    steps = sorted({0} | {n for column in columns for n in column})
    return [[steps.index(n) for n in column] for column in columns]
