"""Says how many there must be in all, not how many more.

fails:
    test_the_next_stage_takes_the_place_of_the_slowest
    test_nothing_is_bought_where_there_is_room
    test_a_stage_that_just_carries_what_is_wanted_is_enough
    test_a_list_counts_the_bytes_that_pass_and_not_those_that_are_sent
advice: are there already
"""
import math


def carries(stage):
    return stage["count"] * stage["each"] / stage["takes"]


def rate(stages):
    return min(carries(stage) for stage in stages)


def limit(stages):
    return min(stages, key=carries)["name"]


def shopping(stages, wanted):
    return {stage["name"]: math.ceil(wanted * stage["takes"] / stage["each"]) for stage in stages}
