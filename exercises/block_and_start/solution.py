def answer(case):
    return {"block": str(case["page"] // 1024), "start": 2048}
