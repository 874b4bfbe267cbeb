"""Averages the minutes' percentiles and weighs them by their operations: better, and still not a percentile.

fails:
    test_every_operation_of_the_hour_counts_the_same
    test_it_agrees_with_a_heat_map_of_the_hour
advice: you cannot tell how many operations each had
advice: Write down the counts of the whole hour
"""


def {{function.one}}(counts, edges, {{given.name}}):
{{order.turn}}    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen >= {{given.share}} * sum(counts):
            return edges[row + 1]{{result.into}}


def {{function.all}}(minutes, edges, {{given.name}}):
    each = [(sum(counts), {{function.one}}(counts, edges, {{given.name}})) for counts in minutes]
    return sum(n * found for n, found in each) / sum(n for n, found in each)
