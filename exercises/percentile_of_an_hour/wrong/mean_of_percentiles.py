"""Averages the minutes' percentiles, as many graphs do.

fails:
    test_every_operation_of_the_hour_counts_the_same
    test_an_empty_minute_changes_nothing
    test_it_agrees_with_a_heat_map_of_the_hour
advice: Which numbers of the minutes can be added
"""


def {{function.one}}(counts, edges, {{given.name}}):
{{order.turn}}    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen >= {{given.share}} * sum(counts):
            return edges[row + 1]{{result.into}}


def {{function.all}}(minutes, edges, {{given.name}}):
    each = [{{function.one}}(counts, edges, {{given.name}}) for counts in minutes]
    return sum(each) / len(each)
