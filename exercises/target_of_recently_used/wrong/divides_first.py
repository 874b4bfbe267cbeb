"""Divides before it looks what was found, so that a list without ghosts stops it.

fails:
    test_a_list_may_have_no_ghosts
    test_it_moves_as_in_the_published_cache
advice: Divide only when a ghost was found
"""


def new_target(p, found, recent_ghosts, frequent_ghosts, size):
    up = max(1, frequent_ghosts / recent_ghosts)
    down = max(1, recent_ghosts / frequent_ghosts)
    if found == "recent ghost":
        return min(size, p + up)
    if found == "frequent ghost":
        return max(0, p - down)
    return p
