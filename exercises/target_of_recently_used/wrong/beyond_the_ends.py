"""Lets the target run below nothing and above the whole cache.

fails:
    test_the_target_stays_between_nothing_and_all
    test_it_moves_as_in_the_published_cache
advice: less than a step away from nothing
"""


def new_target(p, found, recent_ghosts, frequent_ghosts, size):
    if found == "recent ghost":
        return p + max(1, frequent_ghosts / recent_ghosts)
    if found == "frequent ghost":
        return p - max(1, recent_ghosts / frequent_ghosts)
    return p
