"""Gives the bonus to each slab, used or not.

fails:
    test_the_outermost_slab_weighs_twice_its_free_space
    test_a_slab_further_in_weighs_less
    test_a_bonus_of_200_percent_doubles_the_weight
    test_a_bonus_of_150_percent_counts_half_as_much_again
    test_a_used_slab_is_taken_until_it_is_a_third_full
    test_it_agrees_with_the_allocator_of_the_book
advice: Who gets the bonus
"""


def weight(free, slab, slabs, used, bonus):
    return free * (2 - slab / slabs) * bonus / 100


def next_slab(free, used, bonus):
    weights = [weight(free[slab], slab, len(free), used[slab], bonus) for slab in range(len(free))]
    return weights.index(max(weights))
