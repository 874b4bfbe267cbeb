def answer(case):
    full = case["top"] + (1 - case["top"]) * case["begin"]
    if full > case["switch"] - 0.05:
        return {"top": case["top"], "full": full, "cause": "switch"}
    return {"top": case["top"], "full": full, "cause": case["cause"]}      # whose blocks follow is seen, as the place is
