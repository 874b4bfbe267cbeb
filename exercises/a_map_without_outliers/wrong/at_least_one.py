"""Lifts every count to the lightest shade at least, but still shades by size.

fails:
    test_each_count_that_occurs_has_a_step_of_its_own
advice: only the order of the counts matters
"""


def {{function.count}}(operations, width, edges):
    """Columns of counts: how many operations fell into each box."""
    last = max(asked for {{record.names}} in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for {{record.names}} in operations:
        row = sum(edge {{side.passes}} latency for edge in edges[1:-1])  # the top row takes all that is longer
        columns[int(asked / width)][{{order.row}}] += 1
    return columns


def {{function.shade}}(columns):
    most = max(max(column) for column in columns)
    return [[max(1, round(9 * n / most)) if n else 0 for n in column] for column in columns]
