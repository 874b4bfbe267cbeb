"""Counts what lies behind the gap, and forgets the write at the gap itself.

fails:
    test_a_drive_that_answers_early_loses_its_last_writes
    test_what_lies_behind_a_gap_is_lost_too
    test_what_happens_in_that_very_moment_has_happened
    test_it_agrees_with_the_machine_of_the_book
advice: The write whose own block is the first
"""

def lost(log, on_disk, plug):
    """How many promised writes are gone if the power fails at `plug` (s)."""
    gone, readable = 0, True
    for write in log:
        if write["group"] <= on_disk:
            continue
        if not readable and write["told"] <= plug:
            gone += 1
        if write["safe"] > plug:
            readable = False
    return gone
