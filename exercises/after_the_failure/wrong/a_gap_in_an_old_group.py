"""Ends the reading at a block that nobody needs any more.

fails:
    test_what_a_group_holds_needs_no_log
advice: is no gap
"""


def {{function}}(log, {{group.name}}, plug):
    """Returns {{result.words}}."""
    gone, readable = 0, True
    for write in log:
        if {{missing}}:
            readable = False
        if {{held}}:
            continue
        if not readable and {{told}}:
            gone += 1
    return {{result.code}}
