"""Rounds the step down to whole blocks.

fails:
    test_one_ghost_of_a_few_weighs_more_than_one_of_many
    test_it_moves_as_in_the_published_cache
advice: Nothing is rounded
"""


def new_target(p, found, recent_ghosts, frequent_ghosts, size):
    if found == "recent ghost":
        return min(size, p + max(1, frequent_ghosts // recent_ghosts))
    if found == "frequent ghost":
        return max(0, p - max(1, recent_ghosts // frequent_ghosts))
    return p
