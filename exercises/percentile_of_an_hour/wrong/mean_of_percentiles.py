"""Averages the minutes' percentiles, as many graphs do.

fails:
    test_every_operation_of_the_hour_counts_the_same
    test_an_empty_minute_changes_nothing
    test_it_agrees_with_a_heat_map_of_the_hour
advice: Which numbers of the minutes can be added
"""


def percentile(counts, edges, share):
    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen >= share * sum(counts):
            return edges[row + 1]


def percentile_of_all(minutes, edges, share):
    each = [percentile(counts, edges, share) for counts in minutes]
    return sum(each) / len(each)
