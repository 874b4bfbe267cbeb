"""Takes the slab that weighs least.

fails:
    test_a_used_slab_is_taken_until_it_is_a_third_full
    test_it_agrees_with_the_allocator_of_the_book
advice: What does one weigh that has no free space?
"""


def weight(free, slab, slabs, used, bonus):
    place = 2 - slab / slabs
    if used:
        return free * place * (bonus / 100)
    return free * place


def next_slab(free, used, bonus):
    weights = [weight(free[slab], slab, len(free), used[slab], bonus) for slab in range(len(free))]
    return weights.index(min(weights))
