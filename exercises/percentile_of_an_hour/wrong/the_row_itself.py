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


def percentile(counts, edges, share):
    seen = 0
    for row, count in enumerate(counts):
        seen += count
        if seen / sum(counts) >= share:
            return row


def percentile_of_all(minutes, edges, share):
    """The percentile of all operations of all minutes."""
    return percentile([sum(counts[row] for counts in minutes) for row in range(len(minutes[0]))], edges, share)
