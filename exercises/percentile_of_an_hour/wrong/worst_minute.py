"""Takes the worst minute for the hour, to be on the safe side.

fails:
    test_every_operation_of_the_hour_counts_the_same
    test_it_agrees_with_a_heat_map_of_the_hour
advice: A quiet minute with ten slow operations
"""


def {{function.one}}(counts, edges, {{given.name}}):
{{order.turn}}    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen >= {{given.share}} * sum(counts):
            return edges[row + 1]{{result.into}}


def {{function.all}}(minutes, edges, {{given.name}}):
    return max({{function.one}}(counts, edges, {{given.name}}) for counts in minutes if any(counts))
