def answer(case):
    half_a_turn = 60 / case["speed"] / 2
    taken = case["seek"] + half_a_turn + case["size"] / case["rate"]
    return {"rate": case["size"] / taken}
