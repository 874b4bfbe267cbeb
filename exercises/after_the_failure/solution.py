def lost(log, on_disk, plug):
    """How many promised writes are gone if the power fails at `plug` (s)."""
    gone, readable = 0, True
    for write in log:
        if write["group"] <= on_disk:
            continue
        if write["safe"] > plug:
            readable = False
        if not readable and write["told"] <= plug:
            gone += 1
    return gone
