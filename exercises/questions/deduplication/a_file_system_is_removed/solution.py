def answer(case):
    blocks = case["size"] / case["record"]
    missed = 1 - case["memory"] / (case["entries"] * 1e6 * 200)
    return {"lookups": blocks / 1e6, "time": blocks * missed / (case["disks"] * case["rate"])}
