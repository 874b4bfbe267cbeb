"""Keeps what is longer than the last edge, but puts all of it into the last column.

fails:
    test_it_draws_the_map_of_a_bad_disk
advice: when it was asked for says in which column
"""


def count(operations, width, edges):
    last = max(asked for asked, latency in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for asked, latency in operations:
        if latency >= edges[-1]:
            columns[-1][-1] += 1
            continue
        row = sum(edge <= latency for edge in edges[1:-1])
        columns[int(asked / width)][row] += 1
    return columns


def shade(columns):
    """The shade of each box."""
    steps = sorted({0} | {n for column in columns for n in column})
    return [[steps.index(n) for n in column] for column in columns]
