def answer(case):
    return {"disk": str(case["rpm"]), "cache": "on", "writers": case["writers"]}
