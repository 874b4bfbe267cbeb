"""Puts the counts in order in each column by itself, as if each moment were a map of its own.

fails:
    test_each_count_that_occurs_has_a_step_of_its_own
    test_equal_counts_look_alike_all_over_the_map
advice: Do your shades know of all columns
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
    shades = []
    for column in columns:
        steps = sorted({0} | set(column))
        shades.append([steps.index(n) for n in column])
    return shades
