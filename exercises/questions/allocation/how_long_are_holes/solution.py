from math import log


def answer(case):
    low, high = 0.01, 0.99
    while high - low > 1e-6:
        middle = (low + high) / 2
        if (1 - middle) / log(1 / middle) < case["fill"]:
            low = middle
        else:
            high = middle
    return {"used": low, "run": 1 / low}
