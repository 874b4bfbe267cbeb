"""Takes the worst minute for the hour, to be on the safe side.

fails:
    test_every_operation_of_the_hour_counts_the_same
    test_it_agrees_with_a_heat_map_of_the_hour
advice: A quiet minute with ten slow operations
"""


def percentile(counts, edges, share):
    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen >= share * sum(counts):
            return edges[row + 1]


def percentile_of_all(minutes, edges, share):
    return max(percentile(counts, edges, share) for counts in minutes if any(counts))
