"""Gives the step, and not the target after it.

fails:
    test_only_a_ghost_moves_the_target
    test_a_ghost_of_recently_used_makes_that_list_longer
    test_a_ghost_of_frequently_used_takes_the_room_back
    test_one_ghost_of_a_few_weighs_more_than_one_of_many
    test_a_list_may_have_no_ghosts
    test_the_target_stays_between_nothing_and_all
    test_it_moves_as_in_the_published_cache
advice: Is that how far the target moves
"""


def new_target(p, found, recent_ghosts, frequent_ghosts, size):
    if found == "recent ghost":
        return max(1, frequent_ghosts / recent_ghosts)
    if found == "frequent ghost":
        return -max(1, recent_ghosts / frequent_ghosts)
    return 0
