"""Lets the target run below nothing and above the whole cache.

fails:
    test_the_target_stays_between_nothing_and_all
    test_it_moves_as_in_the_published_cache
advice: less than a step away from nothing
"""


def {{function}}({{target}}, found, {{ghosts.names}}, size):
    if found == "{{own.ghost}}":
        return {{target}} + {{unit.by}}max(1, {{other.count}} / {{own.count}})
    if found == "{{other.ghost}}":
        return {{target}} - {{unit.by}}max(1, {{own.count}} / {{other.count}})
    return {{target}}
