"""Mends the division and leaves the disk inside out.

fails:
    test_the_outermost_slab_weighs_twice_its_free_space
    test_a_slab_further_in_weighs_less
    test_it_agrees_with_the_allocator_of_the_book
advice: is that number largest for slab 0?
"""


def {{function.weigh}}(free, slab, slabs, {{used.name}}, bonus):
    place = 1 + slab / slabs
    if {{used.has}}:
        return free * place * (bonus / {{bonus.one}})
    return free * place


def {{function.choose}}(free, {{used.name}}, bonus):
    weights = [{{function.weigh}}(free[slab], slab, len(free), {{used.each}}, bonus) for slab in range(len(free))]
    return {{result.code}}
