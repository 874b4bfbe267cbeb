"""Counts a promised write only if its own block is missing: what is on the platter can be found.

fails:
    test_what_lies_behind_a_gap_is_lost_too
    test_it_agrees_with_the_machine_of_the_book
advice: does not come to them
"""


def {{function}}(log, {{group.name}}, plug):
    """Returns {{result.words}}."""
    gone = 0
    for write in log:
        if {{held}}:
            continue
        if {{told}} and {{missing}}:
            gone += 1
    return {{result.code}}
