def after_the_crash(groups, log):
    """What the pool holds at the next start: a dict from place to content."""
    state, last = {}, 0
    for group in groups:
        if group["root"]:  # without one, nothing points to its blocks
            state.update(group["blocks"])
            last = group["number"]
    for record in log:
        if record["group"] > last:  # of any group that is not on disk
            state[record["place"]] = record["data"]
    return state
