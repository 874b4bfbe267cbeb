def answer(case):
    turn = 60 / case["speed"]
    return {"wait": case["disks"] / (case["disks"] + 1) * turn}
