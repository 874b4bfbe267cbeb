"""Looks for the slowest single thing, which is always a disk.

fails:
    test_several_of_a_kind_carry_together
    test_a_stage_that_sees_each_byte_twice_has_half_the_room
advice: a hundred disks are not
"""
import math


def carries(stage):
    return stage{{part.each}} {{takes.lets_pass}} stage{{part.takes}}


def {{function.rate}}(stages):
    return min(carries(stage) for stage in stages){{unit.into}}


def {{function.limit}}(stages):
    return min(stages, key=carries){{part.name}}


def {{function.buy}}(stages, wanted):
    more = {}
    for stage in stages:
        needs = math.ceil(wanted{{unit.back}} {{takes.needs}} stage{{part.takes}} / stage{{part.each}})
        more[stage{{part.name}}] = max(0, needs - stage{{part.count}})
    return {{list.code}}
