def answer(case):
    each = case["cold"] / case["disks"]
    cold = case["others"] * each / case["data"]
    misses = case["cold"] / case["warm"]
    again = cold / misses
    return {"cold": cold, "again": again, "wait": case["waiting"] / again}
