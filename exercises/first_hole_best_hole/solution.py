def first_fit(slab, size, cursor):
    """The place of the next free run that is large enough; -1: none is."""
    place = slab.find("." * size, cursor)
    return place if place >= 0 else slab.find("." * size)


def best_fit(slab, size):
    """The place of the smallest free run that is large enough; -1: none is."""
    runs, place = [], 0
    for run in slab.split("#"):
        runs.append([len(run), place])
        place += len(run) + 1
    return min([run for run in runs if run[0] >= size], default=[0, -1])[1]
