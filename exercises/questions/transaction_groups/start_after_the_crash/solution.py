def {{function}}(groups, log):
    """What the pool holds at the next start."""
    state, last = {}, 0
    for group in {{groups.code}}:
        if group["root"]:  # without one, nothing points to its blocks
            state.update(group["blocks"])
            last = group["number"]
    for record in {{log.code}}:
        if {{part.group}} > last:  # of any group that is not on disk
            state[{{part.place}}] = {{part.data}}
    return {{result.code}}
