"""Ends the reading at a block that nobody needs any more.

fails:
    test_what_a_group_holds_needs_no_log
advice: is no gap
"""

def lost(log, on_disk, plug):
    """How many promised writes are gone if the power fails at `plug` (s)."""
    gone, readable = 0, True
    for write in log:
        if write["safe"] > plug:
            readable = False
        if write["group"] <= on_disk:
            continue
        if not readable and write["told"] <= plug:
            gone += 1
    return gone
