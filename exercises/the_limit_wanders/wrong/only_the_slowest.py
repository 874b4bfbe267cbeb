"""Buys more of the stage that is slowest now, and does not ask who is the next.

fails:
    test_the_next_stage_takes_the_place_of_the_slowest
    test_a_stage_that_just_carries_what_is_wanted_is_enough
    test_a_list_counts_the_bytes_that_pass_and_not_those_that_are_sent
advice: the next one takes its place
"""
import math


def carries(stage):
    return stage{{part.count}} * stage{{part.each}} {{takes.lets_pass}} stage{{part.takes}}


def {{function.rate}}(stages):
    return min(carries(stage) for stage in stages){{unit.into}}


def {{function.limit}}(stages):
    return min(stages, key=carries){{part.name}}


def {{function.buy}}(stages, wanted):
    slowest, more = min(stages, key=carries), {}
    for stage in stages:
        needs = math.ceil(wanted{{unit.back}} {{takes.needs}} stage{{part.takes}} / stage{{part.each}})
        more[stage{{part.name}}] = max(0, needs - stage{{part.count}}) if stage is slowest else 0
    return {{list.code}}
