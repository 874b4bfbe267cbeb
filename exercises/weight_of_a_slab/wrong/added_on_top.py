"""Adds the bonus to the weight: 150 % more, and not one and a half times as much.

fails:
    test_a_bonus_of_200_percent_doubles_the_weight
    test_a_bonus_of_150_percent_counts_half_as_much_again
    test_a_used_slab_is_taken_until_it_is_a_third_full
    test_it_agrees_with_the_allocator_of_the_book
advice: 100 % is no bonus
"""


def weight(free, slab, slabs, used, bonus):
    place = 2 - slab / slabs
    if used:
        return free * place * (1 + bonus / 100)
    return free * place


def next_slab(free, used, bonus):
    weights = [weight(free[slab], slab, len(free), used[slab], bonus) for slab in range(len(free))]
    return weights.index(max(weights))
