"""Turns the ratio over: the more ghosts a list has, the more each of them counts.

fails:
    test_one_ghost_of_a_few_weighs_more_than_one_of_many
    test_a_list_may_have_no_ghosts
    test_it_moves_as_in_the_published_cache
advice: if the other list has three times as many
"""


def {{function}}({{target}}, found, {{ghosts.names}}, size):
    if found == "{{own.ghost}}":
        return min(size, {{target}} + {{unit.by}}max(1, {{own.count}} / max(1, {{other.count}})))
    if found == "{{other.ghost}}":
        return max(0, {{target}} - {{unit.by}}max(1, {{other.count}} / max(1, {{own.count}})))
    return {{target}}
