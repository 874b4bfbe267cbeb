"""Lets both rows have what lies on the edge between them.

fails:
    test_an_operation_within_the_edges_is_in_its_box
    test_no_operation_is_lost
advice: stand in two boxes
"""


def {{function.count}}(operations, width, edges):
    last = max(asked for {{record.names}} in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for {{record.names}} in operations:
        for row in range(len(edges) - 1):
            if edges[row] <= latency <= edges[row + 1]:
                columns[int(asked / width)][{{order.row}}] += 1
        if latency > edges[-1]:
            columns[int(asked / width)][{{order.top}}] += 1
    return columns


def {{function.shade}}(columns):
    """The shade of each box."""
    steps = sorted({0} | {n for column in columns for n in column})
    return [[steps.index(n) for n in column] for column in columns]
