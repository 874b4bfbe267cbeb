"""Takes the last finished group for the whole state: forgets what earlier groups wrote.

fails:
    test_a_group_that_was_going_out_does_not_count
    test_a_promise_is_kept_whichever_group_it_was_made_in
    test_after_any_history_each_place_holds_the_newest_that_counts
advice: only what changed while it was open
"""


def {{function}}(groups, log):
    good = [group for group in {{groups.code}} if group["root"]]
    state = dict(good[-1]["blocks"])
    for record in {{log.code}}:
        if {{part.group}} > good[-1]["number"]:
            state[{{part.place}}] = {{part.data}}
    return {{result.code}}
