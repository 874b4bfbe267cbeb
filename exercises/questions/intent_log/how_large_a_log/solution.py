def answer(case):
    block = -(-(192 + 192 + case["size"]) // 4096) * 4096
    group = case["rate"] * case["interval"] * case["size"]
    out = group / case["pool"]
    return {"block": block, "most": case["rate"] * block * (case["interval"] + out)}
