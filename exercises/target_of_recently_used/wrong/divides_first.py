"""Divides before it looks what was found, so that a list without ghosts stops it.

fails:
    test_a_list_may_have_no_ghosts
    test_it_moves_as_in_the_published_cache
advice: Divide only when a ghost was found
"""


def {{function}}({{target}}, found, {{ghosts.names}}, size):
    up = {{unit.by}}max(1, {{other.count}} / {{own.count}})
    down = {{unit.by}}max(1, {{own.count}} / {{other.count}})
    if found == "{{own.ghost}}":
        return min(size, {{target}} + up)
    if found == "{{other.ghost}}":
        return max(0, {{target}} - down)
    return {{target}}
