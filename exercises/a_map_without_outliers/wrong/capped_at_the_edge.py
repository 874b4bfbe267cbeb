"""Mends the counts with a cap, which puts outliers right and moves what lies on an edge one row down.

fails:
    test_an_operation_within_the_edges_is_in_its_box
advice: whose lower edge it reaches
"""


def count(operations, width, edges):
    last = max(asked for asked, latency in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for asked, latency in operations:
        row = sum(edge < latency for edge in edges[1:-1])
        columns[int(asked / width)][row] += 1
    return columns


def shade(columns):
    """The shade of each box."""
    steps = sorted({0} | {n for column in columns for n in column})
    return [[steps.index(n) for n in column] for column in columns]
