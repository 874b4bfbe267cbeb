"""Replays every record that lies on the log device.

fails:
    test_an_old_record_does_not_undo_what_the_group_holds
    test_after_any_history_each_place_holds_the_newest_that_counts
advice: Which of the two does the group hold
"""


def after_the_crash(groups, log):
    state = {}
    for group in groups:
        if group["root"]:
            state.update(group["blocks"])
    for record in log:
        state[record["place"]] = record["data"]
    return state
