from math import ceil


def answer(case):
    """What holds all of the data, if there is money for it, memory before flash; else disks for all of it."""
    prices = case["prices"]
    modules = ceil(case["data"] / case["has"]) - 1
    flash = ceil(case["data"] / 100e9)
    chosen = {"memory": "128", "flash": 0, "mirrored": False, "disks": 44}
    if modules * prices["memory"] <= case["budget"]:
        return {**chosen, "memory": str(128 * (1 + modules))}
    if flash * prices["flash"] <= case["budget"]:
        return {**chosen, "flash": flash}
    return {**chosen, "disks": 44 + case["budget"] // prices["disk"] // 2 * 2}
