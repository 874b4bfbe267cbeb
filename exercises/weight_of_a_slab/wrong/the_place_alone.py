"""Turns the disk round and leaves the division of whole numbers.

fails:
    test_a_bonus_of_150_percent_counts_half_as_much_again
    test_a_used_slab_is_taken_until_it_is_a_third_full
    test_it_agrees_with_the_allocator_of_the_book
advice: What is lost on the way?
"""


def weight(free, slab, slabs, used, bonus):
    place = 2 - slab / slabs
    if used:
        return free * place * (bonus // 100)
    return free * place


def next_slab(free, used, bonus):
    weights = [weight(free[slab], slab, len(free), used[slab], bonus) for slab in range(len(free))]
    return weights.index(max(weights))
