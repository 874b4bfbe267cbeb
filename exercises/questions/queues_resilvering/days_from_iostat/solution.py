def answer(case):
    blocks_a_second = case["rs"] - case["reads"]
    return {
        "asvc": case["actv"] / case["rs"],
        "days": case["used"] / case["block"] / blocks_a_second,
        "waiting": "hidden",
    }
