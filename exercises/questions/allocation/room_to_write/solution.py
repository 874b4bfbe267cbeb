from math import ceil


def answer(case):
    return {"pairs": ceil(1.62 * case["data"] / 1e12), "switch": 0.96, "early": True, "bonus": "1"}
