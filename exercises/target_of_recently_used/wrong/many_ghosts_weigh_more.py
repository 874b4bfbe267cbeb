"""Turns the ratio over: the more ghosts a list has, the more each of them counts.

fails:
    test_one_ghost_of_a_few_weighs_more_than_one_of_many
    test_a_list_may_have_no_ghosts
    test_it_moves_as_in_the_published_cache
advice: if the other list has three times as many
"""


def new_target(p, found, recent_ghosts, frequent_ghosts, size):
    if found == "recent ghost":
        return min(size, p + max(1, recent_ghosts / max(1, frequent_ghosts)))
    if found == "frequent ghost":
        return max(0, p - max(1, frequent_ghosts / max(1, recent_ghosts)))
    return p
