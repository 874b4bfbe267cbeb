def lost(log, on_disk, plug):
    """How many promised writes are gone if the power fails at `plug` (s)."""
    gone = 0
    for write in log:
        if write["group"] <= on_disk:
            continue
        if write["safe"] > plug:
            gone += 1
    return gone
