def answer(case):
    wait = 2 * 60 / case["rpm"]
    return {"wait": wait, "together": case["programs"] / wait}
