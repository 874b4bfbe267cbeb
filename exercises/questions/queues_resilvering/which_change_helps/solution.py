def answer(case):
    where = "zfs" if case["zfs"] > case["drive"] else "drive"
    if where == "drive":
        change = "fewer"  # the crowd is where nobody can sort it
    elif case["device"] == "array":
        change = "more"  # sixteen arms, and hardly a command for each
    else:
        change = "classes"  # the reads stand behind the resilver's
    return {"depth": case["depth"], "where": where, "change": change}
