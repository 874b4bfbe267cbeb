"""Replays every record that lies on the log device.

fails:
    test_an_old_record_does_not_undo_what_the_group_holds
    test_after_any_history_each_place_holds_the_newest_that_counts
advice: Which of the two does the group hold
"""


def {{function}}(groups, log):
    state = {}
    for group in {{groups.code}}:
        if group["root"]:
            state.update(group["blocks"])
    for record in {{log.code}}:
        state[{{part.place}}] = {{part.data}}
    return {{result.code}}
