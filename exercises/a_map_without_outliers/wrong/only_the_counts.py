"""Mends the counts and leaves the shades as they were.

fails:
    test_one_operation_can_be_seen_beside_a_thousand
    test_each_count_that_occurs_has_a_step_of_its_own
advice: What becomes of 1 beside
"""


def count(operations, width, edges):
    """Columns of counts: how many operations fell into each box."""
    last = max(asked for asked, latency in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for asked, latency in operations:
        row = sum(edge <= latency for edge in edges[1:-1])  # the top row takes all that is longer
        columns[int(asked / width)][row] += 1
    return columns


def shade(columns):
    """The shade of each box."""
    most = max(max(column) for column in columns)
    return [[round(9 * n / most) for n in column] for column in columns]
