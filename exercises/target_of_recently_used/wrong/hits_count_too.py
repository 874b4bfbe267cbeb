"""Learns from hits as well: what is found in a list makes it longer.

fails:
    test_only_a_ghost_moves_the_target
    test_a_list_may_have_no_ghosts
    test_it_moves_as_in_the_published_cache
advice: Only a ghost is a reason
"""


def {{function}}({{target}}, found, {{ghosts.names}}, size):
    if found in ("{{own.ghost}}", "{{own.list}}"):
        return min(size, {{target}} + {{unit.by}}max(1, {{other.count}} / {{own.count}}))
    if found in ("{{other.ghost}}", "{{other.list}}"):
        return max(0, {{target}} - {{unit.by}}max(1, {{own.count}} / {{other.count}}))
    return {{target}}
