def {{function.one}}(counts, edges, {{given.name}}):
    """The upper edge of the row in which the percentile lies."""
    return {{order.top}}{{result.into}}


def {{function.all}}(minutes, edges, {{given.name}}):
    """The percentile of all operations of all minutes."""
    each = [{{function.one}}(counts, edges, {{given.name}}) for counts in minutes]
    return sum(each) / len(each)
