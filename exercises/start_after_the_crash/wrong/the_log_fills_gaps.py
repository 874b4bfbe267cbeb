"""Takes a record only where nothing is yet, as if the disk knew better than the log.

fails:
    test_of_two_promises_for_a_place_the_later_one_holds
    test_after_any_history_each_place_holds_the_newest_that_counts
advice: the second came later
"""


def {{function}}(groups, log):
    state, last = {}, 0
    for group in {{groups.code}}:
        if group["root"]:
            state.update(group["blocks"])
            last = group["number"]
    for record in {{log.code}}:
        if {{part.group}} > last:
            state.setdefault({{part.place}}, {{part.data}})
    return {{result.code}}
