"""Makes every stage larger by as much as the path is to become faster.

fails:
    test_the_next_stage_takes_the_place_of_the_slowest
    test_nothing_is_bought_where_there_is_room
    test_a_stage_that_just_carries_what_is_wanted_is_enough
    test_a_list_counts_the_bytes_that_pass_and_not_those_that_are_sent
advice: To buy more of everything is to waste money
"""
import math


def carries(stage):
    return stage{{part.count}} * stage{{part.each}} {{takes.lets_pass}} stage{{part.takes}}


def {{function.rate}}(stages):
    return min(carries(stage) for stage in stages){{unit.into}}


def {{function.limit}}(stages):
    return min(stages, key=carries){{part.name}}


def {{function.buy}}(stages, wanted):
    times, more = max(1, wanted / {{function.rate}}(stages)), {}
    for stage in stages:
        more[stage{{part.name}}] = math.ceil(times * stage{{part.count}}) - stage{{part.count}}
    return {{list.code}}
