def answer(case):
    work = case["base"] / case["clock"]
    wait = (case["cpi"] - case["base"]) / case["clock"]
    new_work = case["base"] / case["faster"]
    return {"gain": (work + wait) / (new_work + wait) - 1, "most": (work + wait) / wait - 1}
