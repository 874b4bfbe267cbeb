"""Takes what happens in the moment of the failure for what had not happened yet.

fails:
    test_what_happens_in_that_very_moment_has_happened
advice: A moment after it means
"""

def lost(log, on_disk, plug):
    """How many promised writes are gone if the power fails at `plug` (s)."""
    gone, readable = 0, True
    for write in log:
        if write["group"] <= on_disk:
            continue
        if write["safe"] >= plug:
            readable = False
        if not readable and write["told"] < plug:
            gone += 1
    return gone
