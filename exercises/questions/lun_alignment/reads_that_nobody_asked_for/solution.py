def answer(case):
    block = case["block"]  # the size of a read at the disks
    needless = max(0, 1 - case["asked"] / case["read"])
    if needless < 0.1:
        cause = "well"
    elif block > case["request"]:
        cause = "block"
    else:
        cause = "start"
    return {"block": block, "needless": needless, "cause": cause}
