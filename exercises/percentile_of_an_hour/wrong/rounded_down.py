"""Rounds the number of operations down, to none where there is only one.

fails:
    test_an_empty_row_holds_no_percentile
advice: half of one operation is not none
"""


def {{function.one}}(counts, edges, {{given.name}}):
{{order.turn}}    wanted, seen = int({{given.share}} * sum(counts)), 0
    for row, count in enumerate(counts):
        seen += count
        if seen >= wanted:
            return edges[row + 1]{{result.into}}


def {{function.all}}(minutes, edges, {{given.name}}):
    return {{function.one}}([sum(counts[row] for counts in minutes) for row in range(len(minutes[0]))], edges, {{given.name}})
