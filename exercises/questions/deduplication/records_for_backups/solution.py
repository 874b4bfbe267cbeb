from math import ceil


def answer(case):
    record = 32 * 2**10
    new = 1 - (1 - case["share"]) ** 4
    kept = case["base"] * (1 + (case["nights"] - 1) * new)
    table = kept / record * 200
    return {"record": "32", "pairs": ceil(kept / 0.8e12), "memory": ceil(1.05 * table / 2**30) * 2**30}
