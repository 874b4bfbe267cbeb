def answer(case):
    sectors = case["page"] // 512
    return {"block": str(case["page"] // 1024), "start": -(-case["first"] // sectors) * sectors}
