def answer(case):
    full = case["top"] + (1 - case["top"]) * case["begin"]
    if case["early"] == "It leaves a slab early":
        return {"full": full, "cause": "left"}
    return {"full": full, "cause": "switch" if full > 0.95 * case["switch"] else "run"}
