"""Believes that the reading begins anew with each group.

fails:
    test_what_lies_behind_a_gap_is_lost_too
advice: of the same group or of the next
"""

def lost(log, on_disk, plug):
    """How many promised writes are gone if the power fails at `plug` (s)."""
    gone, readable = 0, {}
    for write in log:
        if write["group"] <= on_disk:
            continue
        if write["safe"] > plug:
            readable[write["group"]] = False
        if not readable.get(write["group"], True) and write["told"] <= plug:
            gone += 1
    return gone
