"""Learns from hits as well: what is found in a list makes it longer.

fails:
    test_only_a_ghost_moves_the_target
    test_a_list_may_have_no_ghosts
    test_it_moves_as_in_the_published_cache
advice: Only a ghost is a reason
"""


def new_target(p, found, recent_ghosts, frequent_ghosts, size):
    if found in ("recent ghost", "recent"):
        return min(size, p + max(1, frequent_ghosts / recent_ghosts))
    if found in ("frequent ghost", "frequent"):
        return max(0, p - max(1, recent_ghosts / frequent_ghosts))
    return p
