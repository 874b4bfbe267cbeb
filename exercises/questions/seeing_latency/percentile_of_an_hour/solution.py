def {{function.one}}(counts, edges, {{given.name}}):
    """The upper edge of the row in which the percentile lies."""
{{order.turn}}    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen / sum(counts) >= {{given.share}}:
            return edges[row + 1]{{result.into}}


def {{function.all}}(minutes, edges, {{given.name}}):
    """The percentile of all operations of all minutes."""
    return {{function.one}}([sum(counts[row] for counts in minutes) for row in range(len(minutes[0]))], edges, {{given.name}})
