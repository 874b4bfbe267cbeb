def {{function}}(groups, log):
    """What the pool holds at the next start."""
    state, last = {}, 0
    for group in {{groups.code}}:
{{tree}}
    for record in {{log.code}}:
        if {{part.group}} {{replay}}:
            state[{{part.place}}] = {{part.data}}
    return {{result.code}}
