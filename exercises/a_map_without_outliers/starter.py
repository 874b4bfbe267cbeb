def count(operations, width, edges):
    """Columns of counts: how many operations fell into each box."""
    last = max(asked for asked, latency in operations)
    columns = [[0] * (len(edges) - 1) for _ in range(int(last / width) + 1)]
    for asked, latency in operations:
        for row in range(len(edges) - 1):
            if edges[row] <= latency < edges[row + 1]:
                columns[int(asked / width)][row] += 1
    return columns


def shade(columns):
    """The shade of each box."""
    most = max(max(column) for column in columns)
    return [[round(9 * n / most) for n in column] for column in columns]
