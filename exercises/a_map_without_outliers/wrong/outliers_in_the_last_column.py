"""Keeps what is longer than the last edge, but puts all of it into the last column.

fails:
    test_it_draws_the_map_of_a_bad_disk
advice: when it was asked for says in which column
"""


def {{function.count}}(operations, width, edges):
    last = max(asked for {{record.names}} in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for {{record.names}} in operations:
        if latency {{side.over}} edges[-1]:
            columns[-1][{{order.top}}] += 1
            continue
        row = sum(edge {{side.passes}} latency for edge in edges[1:-1])
        columns[int(asked / width)][{{order.row}}] += 1
    return columns


def {{function.shade}}(columns):
    """The shade of each box."""
    steps = sorted({0} | {n for column in columns for n in column})
    return [[steps.index(n) for n in column] for column in columns]
