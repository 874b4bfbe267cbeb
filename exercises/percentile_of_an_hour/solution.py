def percentile(counts, edges, share):
    """The upper edge of the row in which the percentile lies."""
    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen / sum(counts) >= share:
            return edges[row + 1]


def percentile_of_all(minutes, edges, share):
    """The percentile of all operations of all minutes."""
    return percentile([sum(counts[row] for counts in minutes) for row in range(len(minutes[0]))], edges, share)
