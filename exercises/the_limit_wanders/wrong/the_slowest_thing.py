"""Looks for the slowest single thing, which is always a disk.

fails:
    test_several_of_a_kind_carry_together
    test_a_stage_that_sees_each_byte_twice_has_half_the_room
advice: a hundred disks are not
"""
import math


def rate(stages):
    return min(stage["each"] / stage["takes"] for stage in stages)


def limit(stages):
    return min(stages, key=lambda stage: stage["each"] / stage["takes"])["name"]


def shopping(stages, wanted):
    return {stage["name"]: max(0, math.ceil(wanted * stage["takes"] / stage["each"]) - stage["count"]) for stage in stages}
