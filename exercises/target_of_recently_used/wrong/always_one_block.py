"""Moves by one block, whatever the ghosts of the other list.

fails:
    test_one_ghost_of_a_few_weighs_more_than_one_of_many
    test_it_moves_as_in_the_published_cache
advice: weighs more
"""


def {{function}}({{target}}, found, {{ghosts.names}}, size):
    if found == "{{own.ghost}}":
        return min(size, {{target}} + {{unit.by}}1)
    if found == "{{other.ghost}}":
        return max(0, {{target}} - {{unit.by}}1)
    return {{target}}
