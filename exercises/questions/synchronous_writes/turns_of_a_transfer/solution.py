def answer(case):
    size, transfers, _ = case["lines"][-1]
    turns = case["rpm"] / 60 / transfers
    if turns < 0.5:
        load = "early"
    elif size > 100 * 1024:
        load = "gathered"
    elif size > 13 * 1024:
        load = "several"
    else:
        load = "late" if turns > 1.5 else "one"
    return {"turns": turns, "load": load}
