"""Rounds down what a stage needs.

fails:
    test_the_next_stage_takes_the_place_of_the_slowest
    test_nothing_is_bought_where_there_is_room
    test_a_stage_that_just_carries_what_is_wanted_is_enough
    test_a_list_counts_the_bytes_that_pass_and_not_those_that_are_sent
advice: A part of a cable helps nobody
"""


def rate(stages):
    return min(stage["count"] * stage["each"] / stage["takes"] for stage in stages)


def limit(stages):
    return min(stages, key=lambda stage: stage["count"] * stage["each"] / stage["takes"])["name"]


def shopping(stages, wanted):
    return {stage["name"]: max(0, int(wanted * stage["takes"] / stage["each"]) - stage["count"]) for stage in stages}
