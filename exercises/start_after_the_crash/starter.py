def after_the_crash(groups, log):
    """What the pool holds at the next start."""
    state, last = {}, 0
    for group in groups:
        state.update(group["blocks"])
        last = group["number"]
    for record in log:
        if record["group"] == last + 1:
            state[record["place"]] = record["data"]
    return state
