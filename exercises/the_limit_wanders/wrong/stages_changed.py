"""Buys into the list that it was given, so that the next question finds another server.

fails:
    test_the_next_stage_takes_the_place_of_the_slowest
    test_nothing_is_bought_where_there_is_room
    test_a_stage_that_just_carries_what_is_wanted_is_enough
    test_a_list_counts_the_bytes_that_pass_and_not_those_that_are_sent
advice: Work on a copy
"""


def carries(stage):
    return stage["count"] * stage["each"] / stage["takes"]


def rate(stages):
    return min(carries(stage) for stage in stages)


def limit(stages):
    return min(stages, key=carries)["name"]


def shopping(stages, wanted):
    bought = {stage["name"]: 0 for stage in stages}
    while rate(stages) < wanted:
        slowest = min(stages, key=carries)
        slowest["count"] += 1
        bought[slowest["name"]] += 1
    return bought
