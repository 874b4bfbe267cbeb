"""Buys more of the stage that is slowest now, and does not ask who is the next.

fails:
    test_the_next_stage_takes_the_place_of_the_slowest
    test_a_stage_that_just_carries_what_is_wanted_is_enough
    test_a_list_counts_the_bytes_that_pass_and_not_those_that_are_sent
advice: the next one takes its place
"""
import math


def carries(stage):
    return stage["count"] * stage["each"] / stage["takes"]


def rate(stages):
    return min(carries(stage) for stage in stages)


def limit(stages):
    return min(stages, key=carries)["name"]


def shopping(stages, wanted):
    slowest = min(stages, key=carries)
    more = math.ceil(wanted * slowest["takes"] / slowest["each"]) - slowest["count"]
    return {stage["name"]: max(0, more) if stage is slowest else 0 for stage in stages}
