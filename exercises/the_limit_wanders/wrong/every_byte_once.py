"""Takes it that each stage sees what the clients send, once.

fails:
    test_a_stage_that_sees_each_byte_twice_has_half_the_room
    test_a_stage_that_just_carries_what_is_wanted_is_enough
    test_a_list_counts_the_bytes_that_pass_and_not_those_that_are_sent
advice: into one currency before you compare them
"""
import math


def carries(stage):
    return stage{{part.count}} * stage{{part.each}}


def {{function.rate}}(stages):
    return min(carries(stage) for stage in stages){{unit.into}}


def {{function.limit}}(stages):
    return min(stages, key=carries){{part.name}}


def {{function.buy}}(stages, wanted):
    more = {}
    for stage in stages:
        needs = math.ceil(wanted{{unit.back}} / stage{{part.each}})
        more[stage{{part.name}}] = max(0, needs - stage{{part.count}})
    return {{list.code}}
