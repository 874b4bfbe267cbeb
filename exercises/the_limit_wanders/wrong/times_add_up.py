"""Adds up the times that a byte spends in all stages, as if the next byte waited until it is through.

fails:
    test_a_path_is_as_fast_as_its_slowest_stage
    test_several_of_a_kind_carry_together
    test_a_stage_that_sees_each_byte_twice_has_half_the_room
    test_it_agrees_with_the_path_of_the_book
advice: who is waited for
"""
import math


def rate(stages):
    return 1 / sum(stage["takes"] / stage["count"] / stage["each"] for stage in stages)


def limit(stages):
    return min(stages, key=lambda stage: stage["count"] * stage["each"] / stage["takes"])["name"]


def shopping(stages, wanted):
    return {stage["name"]: max(0, math.ceil(wanted * stage["takes"] / stage["each"]) - stage["count"]) for stage in stages}
