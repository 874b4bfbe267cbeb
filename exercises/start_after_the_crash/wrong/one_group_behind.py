"""Sees that a group needs a root, but takes the records of only one group behind it.

fails:
    test_a_promise_is_kept_whichever_group_it_was_made_in
    test_after_any_history_each_place_holds_the_newest_that_counts
advice: the one that was open meanwhile
"""


def {{function}}(groups, log):
    state, last = {}, 0
    for group in {{groups.code}}:
        if group["root"]:
            state.update(group["blocks"])
            last = group["number"]
    for record in {{log.code}}:
        if {{part.group}} == last + 1:
            state[{{part.place}}] = {{part.data}}
    return {{result.code}}
