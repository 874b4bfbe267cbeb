"""Ranks all counts from 1 on, the empty boxes among them.

fails:
    test_one_operation_can_be_seen_beside_a_thousand
    test_each_count_that_occurs_has_a_step_of_its_own
advice: Do you count 0 among the counts that occur
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
    counts = sorted({n for column in columns for n in column})
    return [[counts.index(n) + 1 for n in column] for column in columns]
