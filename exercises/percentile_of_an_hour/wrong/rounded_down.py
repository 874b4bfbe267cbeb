"""Rounds the number of operations down, to none where there is only one.

fails:
    test_an_empty_row_holds_no_percentile
advice: half of one operation is not none
"""


def percentile(counts, edges, share):
    wanted, seen = int(share * sum(counts)), 0
    for row, count in enumerate(counts):
        seen += count
        if seen >= wanted:
            return edges[row + 1]


def percentile_of_all(minutes, edges, share):
    return percentile([sum(counts[row] for counts in minutes) for row in range(len(minutes[0]))], edges, share)
