"""Ranks the counts, and stops at nine, the darkest shade of the map before.

fails:
    test_each_count_that_occurs_has_a_step_of_its_own
advice: its place in that order
"""


def {{function.count}}(operations, width, edges):
    last = max(asked for {{record.names}} in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for {{record.names}} in operations:
        row = sum(edge {{side.passes}} latency for edge in edges[1:-1])
        columns[int(asked / width)][{{order.row}}] += 1
    return columns


def {{function.shade}}(columns):
    """The shade of each box."""
    steps = sorted({0} | {n for column in columns for n in column})
    return [[min(9, steps.index(n)) for n in column] for column in columns]
