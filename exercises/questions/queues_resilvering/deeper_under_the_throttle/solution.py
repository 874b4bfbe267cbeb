def answer(case):
    days = 0.020 * case["used"] / case["block"]
    return {"now": days, "deeper": days, "larger": 0.020 * case["used"] / case["large"]}
