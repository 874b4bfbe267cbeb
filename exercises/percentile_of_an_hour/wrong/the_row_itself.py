"""Gives the number of the row, and not its edge.

fails:
    test_half_of_the_operations_lie_at_the_median_or_below
    test_a_share_that_a_row_fills_exactly_lies_in_that_row
    test_an_empty_row_holds_no_percentile
    test_every_operation_of_the_hour_counts_the_same
    test_an_empty_minute_changes_nothing
    test_it_agrees_with_a_heat_map_of_the_hour
advice: is always one of its edges
"""


def {{function.one}}(counts, edges, {{given.name}}):
{{order.turn}}    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen / sum(counts) >= {{given.share}}:
            return row


def {{function.all}}(minutes, edges, {{given.name}}):
    """The percentile of all operations of all minutes."""
    return {{function.one}}([sum(counts[row] for counts in minutes) for row in range(len(minutes[0]))], edges, {{given.name}})
