"""Counts a promised write only if its own block is missing: what is on the platter can be found.

fails:
    test_what_lies_behind_a_gap_is_lost_too
    test_it_agrees_with_the_machine_of_the_book
advice: does not come to them
"""

def lost(log, on_disk, plug):
    """How many promised writes are gone if the power fails at `plug` (s)."""
    gone = 0
    for write in log:
        if write["group"] <= on_disk:
            continue
        if write["told"] <= plug < write["safe"]:
            gone += 1
    return gone
