"""Rounds the bonus instead of cutting it, which makes one and a half into two.

fails:
    test_a_bonus_of_one_and_a_half_counts_half_as_much_again
    test_a_used_slab_is_taken_until_it_is_a_third_full
    test_it_agrees_with_the_allocator_of_the_book
advice: one and a half times as much
"""


def {{function.weigh}}(free, slab, slabs, {{used.name}}, bonus):
    place = 2 - slab / slabs
    if {{used.has}}:
        return free * place * round(bonus / {{bonus.one}})
    return free * place


def {{function.choose}}(free, {{used.name}}, bonus):
    weights = [{{function.weigh}}(free[slab], slab, len(free), {{used.each}}, bonus) for slab in range(len(free))]
    return {{result.code}}
