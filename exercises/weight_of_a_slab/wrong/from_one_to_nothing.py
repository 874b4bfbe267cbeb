"""Lets the number fall from 1 to nothing, and takes the bonus for the factor itself.

fails:
    test_the_outermost_slab_weighs_twice_its_free_space
    test_a_slab_further_in_weighs_less
    test_a_bonus_of_twice_the_weight_doubles_it
    test_a_bonus_of_one_and_a_half_counts_half_as_much_again
    test_a_used_slab_is_taken_until_it_is_a_third_full
    test_it_agrees_with_the_allocator_of_the_book
advice: By which number does your model multiply, with
"""


def {{function.weigh}}(free, slab, slabs, {{used.name}}, bonus):
    place = 1 - slab / slabs
    if {{used.has}}:
        return free * place * bonus
    return free * place


def {{function.choose}}(free, {{used.name}}, bonus):
    weights = [{{function.weigh}}(free[slab], slab, len(free), {{used.each}}, bonus) for slab in range(len(free))]
    return {{result.code}}
