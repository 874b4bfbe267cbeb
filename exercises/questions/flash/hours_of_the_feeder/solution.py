def answer(case):
    """One device at a time: a turn's bytes, over the rest and the time of the write."""
    turn = case["rest"] + case["write"] / case["rate"]
    return {"hours": case["part"] * case["data"] / (case["write"] / turn), "twice": "same"}
