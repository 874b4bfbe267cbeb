def answer(case):
    return {"pairs": case["most"], "switch": 0.96, "early": True, "bonus": "1.5"}
