"""Lets the number fall from 2 to nothing.

fails:
    test_a_slab_further_in_weighs_less
    test_it_agrees_with_the_allocator_of_the_book
advice: one slab after the last it would be 1
"""


def weight(free, slab, slabs, used, bonus):
    place = 2 * (1 - slab / slabs)
    if used:
        return free * place * (bonus / 100)
    return free * place


def next_slab(free, used, bonus):
    weights = [weight(free[slab], slab, len(free), used[slab], bonus) for slab in range(len(free))]
    return weights.index(max(weights))
