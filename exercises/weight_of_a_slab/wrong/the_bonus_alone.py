"""Mends the division and leaves the disk inside out.

fails:
    test_the_outermost_slab_weighs_twice_its_free_space
    test_a_slab_further_in_weighs_less
    test_it_agrees_with_the_allocator_of_the_book
advice: is that number largest for slab 0?
"""


def weight(free, slab, slabs, used, bonus):
    place = 1 + slab / slabs
    if used:
        return free * place * (bonus / 100)
    return free * place


def next_slab(free, used, bonus):
    weights = [weight(free[slab], slab, len(free), used[slab], bonus) for slab in range(len(free))]
    return weights.index(max(weights))
