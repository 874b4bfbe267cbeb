import math


def answer(case):
    wanted = case["wanted"]
    return {
        "head": "ht3" if wanted > case["launch"] else "launch",
        "cards": math.ceil(wanted / case["slot"]),
        "cables": math.ceil(wanted / case["cable"]),
        "jbods": math.ceil(wanted / (24 * case["many"])),
        "threads": math.ceil(1.25 * wanted * case["round"] / 2**20 / case["clients"]),
    }
