"""Goes on to the next row where the share is reached exactly.

fails:
    test_a_share_that_a_row_fills_exactly_lies_in_that_row
advice: lies in that row, not in the
"""


def percentile(counts, edges, share):
    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen > share * sum(counts):
            return edges[row + 1]
    return edges[-1]


def percentile_of_all(minutes, edges, share):
    return percentile([sum(counts[row] for counts in minutes) for row in range(len(minutes[0]))], edges, share)
