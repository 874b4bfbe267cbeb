def new_target(p, found, recent_ghosts, frequent_ghosts, size):
    """The target of recently used after a request, in blocks."""
    return p
