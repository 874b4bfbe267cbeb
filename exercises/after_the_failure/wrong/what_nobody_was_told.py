"""Finds the gap, and counts a write that was on its way, too.

fails:
    test_a_flushed_log_breaks_no_promise
    test_it_agrees_with_the_machine_of_the_book
advice: Nobody has been told
"""

def lost(log, on_disk, plug):
    """How many promised writes are gone if the power fails at `plug` (s)."""
    gone, readable = 0, True
    for write in log:
        if write["group"] <= on_disk:
            continue
        if write["safe"] > plug:
            readable = False
        if not readable:
            gone += 1
    return gone
