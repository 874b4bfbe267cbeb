def {{function.count}}(operations, width, edges):
    """Columns of counts: how many operations fell into each box."""
    last = max(asked for {{record.names}} in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for {{record.names}} in operations:
{{loss.code}}
    return columns


def {{function.shade}}(columns):
    """The shade of each box."""
    most = max(max(column) for column in columns)
    return [[{{cut.code}} for n in column] for column in columns]
