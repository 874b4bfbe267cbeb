"""Moves by one block, whatever the ghosts of the other list.

fails:
    test_one_ghost_of_a_few_weighs_more_than_one_of_many
    test_it_moves_as_in_the_published_cache
advice: weighs more
"""


def new_target(p, found, recent_ghosts, frequent_ghosts, size):
    if found == "recent ghost":
        return min(size, p + 1)
    if found == "frequent ghost":
        return max(0, p - 1)
    return p
