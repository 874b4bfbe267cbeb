"""Rounds up by adding one, also where there is nothing to round.

fails:
    test_a_stage_that_just_carries_what_is_wanted_is_enough
advice: nothing to round up
"""


def carries(stage):
    return stage["count"] * stage["each"] / stage["takes"]


def rate(stages):
    return min(carries(stage) for stage in stages)


def limit(stages):
    return min(stages, key=carries)["name"]


def shopping(stages, wanted):
    return {stage["name"]: max(0, int(wanted * stage["takes"] / stage["each"]) + 1 - stage["count"]) for stage in stages}
