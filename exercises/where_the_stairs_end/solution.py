def answer(case):
    full = case["top"] + (1 - case["top"]) * case["begin"]
    if case["early"] == "A slab that has no free run of 128 KiB left is left for another":
        return {"top": case["top"], "full": full, "cause": "left"}
    return {"top": case["top"], "full": full, "cause": "switch" if full > 0.95 * case["switch"] else "run"}
