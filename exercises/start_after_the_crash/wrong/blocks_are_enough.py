"""Mends the log and believes whatever blocks lie on the disk.

fails:
    test_a_group_that_was_going_out_does_not_count
    test_a_promise_is_kept_whichever_group_it_was_made_in
    test_after_any_history_each_place_holds_the_newest_that_counts
advice: A group is all or nothing
"""


def {{function}}(groups, log):
    state, last = {}, 0
    for group in {{groups.code}}:
        state.update(group["blocks"])
        last = group["number"]
    for record in {{log.code}}:
        if {{part.group}} > last:
            state[{{part.place}}] = {{part.data}}
    return {{result.code}}
