"""Averages the minutes' percentiles and weighs them by their operations: better, and still not a percentile.

fails:
    test_every_operation_of_the_hour_counts_the_same
    test_it_agrees_with_a_heat_map_of_the_hour
advice: you cannot tell how many operations each had
advice: Write down the counts of the whole hour
"""


def percentile(counts, edges, share):
    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen >= share * sum(counts):
            return edges[row + 1]


def percentile_of_all(minutes, edges, share):
    each = [(sum(counts), percentile(counts, edges, share)) for counts in minutes]
    return sum(n * found for n, found in each) / sum(n for n, found in each)
