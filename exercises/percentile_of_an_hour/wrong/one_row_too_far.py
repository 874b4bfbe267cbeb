"""Goes on to the next row where the share is reached exactly.

fails:
    test_a_share_that_a_row_fills_exactly_lies_in_that_row
advice: lies in that row, not in the
"""


def {{function.one}}(counts, edges, {{given.name}}):
{{order.turn}}    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen > {{given.share}} * sum(counts):
            return edges[row + 1]{{result.into}}
    return edges[-1]{{result.into}}


def {{function.all}}(minutes, edges, {{given.name}}):
    return {{function.one}}([sum(counts[row] for counts in minutes) for row in range(len(minutes[0]))], edges, {{given.name}})
