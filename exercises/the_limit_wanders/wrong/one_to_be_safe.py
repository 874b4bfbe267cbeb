"""Rounds up by adding one, also where there is nothing to round.

fails:
    test_a_stage_that_just_carries_what_is_wanted_is_enough
advice: nothing to round up
"""


def carries(stage):
    return stage{{part.count}} * stage{{part.each}} {{takes.lets_pass}} stage{{part.takes}}


def {{function.rate}}(stages):
    return min(carries(stage) for stage in stages){{unit.into}}


def {{function.limit}}(stages):
    return min(stages, key=carries){{part.name}}


def {{function.buy}}(stages, wanted):
    more = {}
    for stage in stages:
        needs = int(wanted{{unit.back}} {{takes.needs}} stage{{part.takes}} / stage{{part.each}}) + 1
        more[stage{{part.name}}] = max(0, needs - stage{{part.count}})
    return {{list.code}}
