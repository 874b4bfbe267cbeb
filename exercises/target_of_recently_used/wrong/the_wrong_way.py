"""Takes a ghost of recently used for a sign that this list is too long: it gave something up, after all.

fails:
    test_a_ghost_of_recently_used_makes_that_list_longer
    test_a_ghost_of_frequently_used_takes_the_room_back
    test_one_ghost_of_a_few_weighs_more_than_one_of_many
    test_a_list_may_have_no_ghosts
    test_the_target_stays_between_nothing_and_all
    test_it_moves_as_in_the_published_cache
advice: should its target grow or shrink
"""


def {{function}}({{target}}, found, {{ghosts.names}}, size):
    if found == "{{own.ghost}}":
        return max(0, {{target}} - {{unit.by}}max(1, {{other.count}} / {{own.count}}))
    if found == "{{other.ghost}}":
        return min(size, {{target}} + {{unit.by}}max(1, {{own.count}} / {{other.count}}))
    return {{target}}
