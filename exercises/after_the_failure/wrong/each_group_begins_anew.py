"""Believes that the reading begins anew with each group.

fails:
    test_what_lies_behind_a_gap_is_lost_too
advice: of the same group or of the next
"""


def {{function}}(log, {{group.name}}, plug):
    """Returns {{result.words}}."""
    gone, readable = 0, {}
    for write in log:
        if {{held}}:
            continue
        if {{missing}}:
            readable[{{group_of}}] = False
        if not readable.get({{group_of}}, True) and {{told}}:
            gone += 1
    return {{result.code}}
