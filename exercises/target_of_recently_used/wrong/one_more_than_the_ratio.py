"""Moves by one block, and by the ratio on top of that.

fails:
    test_a_ghost_of_recently_used_makes_that_list_longer
    test_a_ghost_of_frequently_used_takes_the_room_back
    test_one_ghost_of_a_few_weighs_more_than_one_of_many
    test_it_moves_as_in_the_published_cache
advice: so the step is one block
"""


def {{function}}({{target}}, found, {{ghosts.names}}, size):
    if found == "{{own.ghost}}":
        return min(size, {{target}} + {{unit.by}}(1 + {{other.count}} / {{own.count}}))
    if found == "{{other.ghost}}":
        return max(0, {{target}} - {{unit.by}}(1 + {{own.count}} / {{other.count}}))
    return {{target}}
