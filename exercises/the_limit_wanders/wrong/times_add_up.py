"""Adds up the times that a byte spends in all stages, as if the next byte waited until it is through.

fails:
    test_a_path_is_as_fast_as_its_slowest_stage
    test_several_of_a_kind_carry_together
    test_a_stage_that_sees_each_byte_twice_has_half_the_room
    test_it_agrees_with_the_path_of_the_book
advice: who is waited for
"""
import math


def carries(stage):
    return stage{{part.count}} * stage{{part.each}} {{takes.lets_pass}} stage{{part.takes}}


def {{function.rate}}(stages):
    return 1 / sum(1 / carries(stage) for stage in stages){{unit.into}}


def {{function.limit}}(stages):
    return min(stages, key=carries){{part.name}}


def {{function.buy}}(stages, wanted):
    more = {}
    for stage in stages:
        needs = math.ceil(wanted{{unit.back}} {{takes.needs}} stage{{part.takes}} / stage{{part.each}})
        more[stage{{part.name}}] = max(0, needs - stage{{part.count}})
    return {{list.code}}
