def lost(log, on_disk, plug):
    """How many writes are gone that a program had been told were safe, when the power fails at `plug` (s)."""
    gone, readable = 0, True
    for write in log:
        if write["group"] <= on_disk:
            continue
        if write["safe"] > plug:
            readable = False
        if not readable and write["told"] <= plug:
            gone += 1
    return gone
