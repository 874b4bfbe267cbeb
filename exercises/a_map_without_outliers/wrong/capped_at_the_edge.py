"""Mends the counts with a cap, which puts outliers right and moves what lies on an edge to the other row.

fails:
    test_an_operation_within_the_edges_is_in_its_box
advice: Its column follows from when
"""


def {{function.count}}(operations, width, edges):
    last = max(asked for {{record.names}} in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for {{record.names}} in operations:
        row = sum(edge {{side.upper}} latency for edge in edges[1:-1])
        columns[int(asked / width)][{{order.row}}] += 1
    return columns


def {{function.shade}}(columns):
    """The shade of each box."""
    steps = sorted({0} | {n for column in columns for n in column})
    return [[steps.index(n) for n in column] for column in columns]
