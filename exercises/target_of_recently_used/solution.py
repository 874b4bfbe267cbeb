def new_target(p, found, recent_ghosts, frequent_ghosts, size):
    """The target of recently used after a request, in blocks."""
    if found == "recent ghost":  # that list was too short
        return min(size, p + max(1, frequent_ghosts / recent_ghosts))
    if found == "frequent ghost":
        return max(0, p - max(1, recent_ghosts / frequent_ghosts))
    return p
