def weight(free, slab, slabs, used, bonus):
    """What a slab weighs when the next one is chosen."""
    place = 1 + slab / slabs
    if used:
        return free * place * (bonus // 100)
    return free * place


def next_slab(free, used, bonus):
    """The number of the slab that weighs most."""
    weights = []
    for slab in range(len(free)):
        weights.append(weight(free[slab], slab, len(free), used[slab], bonus))
    return weights.index(max(weights))
