YEARS = 5


def answer(case):
    right = {
        "room": case["vdevs"] * (case["width"] - case["parity"]) * case["capacity"] / 2**40,
        "reads": case["vdevs"] * case["iops"],
        "failures": case["vdevs"] * case["width"] * case["annual"] * YEARS,
        "rebuild": case["used"] * case["capacity"] / case["left"] / 3600,
        "loss": case["mean"] / YEARS,
    }
    line = max(right, key=lambda name: abs(case["says"][name] / right[name] - 1))
    return {"line": line, "number": right[line]}
