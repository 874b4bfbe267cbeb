"""Takes it that each stage sees what the clients send, once.

fails:
    test_a_stage_that_sees_each_byte_twice_has_half_the_room
    test_a_stage_that_just_carries_what_is_wanted_is_enough
    test_a_list_counts_the_bytes_that_pass_and_not_those_that_are_sent
advice: into one currency before you compare them
"""
import math


def rate(stages):
    return min(stage["count"] * stage["each"] for stage in stages)


def limit(stages):
    return min(stages, key=lambda stage: stage["count"] * stage["each"])["name"]


def shopping(stages, wanted):
    return {stage["name"]: max(0, math.ceil(wanted / stage["each"]) - stage["count"]) for stage in stages}
