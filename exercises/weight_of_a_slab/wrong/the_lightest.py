"""Takes the slab that weighs least.

fails:
    test_a_used_slab_is_taken_until_it_is_a_third_full
    test_it_agrees_with_the_allocator_of_the_book
advice: What does one weigh that has no free space?
"""


def {{function.weigh}}(free, slab, slabs, {{used.name}}, bonus):
    place = 2 - slab / slabs
    if {{used.has}}:
        return free * place * (bonus / {{bonus.one}})
    return free * place


def {{function.choose}}(free, {{used.name}}, bonus):
    weights = [{{function.weigh}}(free[slab], slab, len(free), {{used.each}}, bonus) for slab in range(len(free))]
    return {{result.wrong}}
