"""Rounds the step down to whole blocks.

fails:
    test_one_ghost_of_a_few_weighs_more_than_one_of_many
    test_it_moves_as_in_the_published_cache
advice: Nothing is rounded
"""


def {{function}}({{target}}, found, {{ghosts.names}}, size):
    if found == "{{own.ghost}}":
        return min(size, {{target}} + {{unit.by}}max(1, {{other.count}} // {{own.count}}))
    if found == "{{other.ghost}}":
        return max(0, {{target}} - {{unit.by}}max(1, {{own.count}} // {{other.count}}))
    return {{target}}
