"""Lets the number fall from 2 to nothing.

fails:
    test_a_slab_further_in_weighs_less
    test_it_agrees_with_the_allocator_of_the_book
advice: one slab after the last it would be 1
"""


def {{function.weigh}}(free, slab, slabs, {{used.name}}, bonus):
    place = 2 * (1 - slab / slabs)
    if {{used.has}}:
        return free * place * (bonus / {{bonus.one}})
    return free * place


def {{function.choose}}(free, {{used.name}}, bonus):
    weights = [{{function.weigh}}(free[slab], slab, len(free), {{used.each}}, bonus) for slab in range(len(free))]
    return {{result.code}}
