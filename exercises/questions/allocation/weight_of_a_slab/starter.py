def {{function.weigh}}(free, slab, slabs, {{used.name}}, bonus):
    """What a slab weighs when the next one is chosen."""
    place = {{place}}
    if {{used.has}}:
        return free * place * {{cut.code}}
    return free * place


def {{function.choose}}(free, {{used.name}}, bonus):
    """{{result.says}}."""
    weights = []
    for slab in range(len(free)):
        weights.append({{function.weigh}}(free[slab], slab, len(free), {{used.each}}, bonus))
    return {{result.code}}
