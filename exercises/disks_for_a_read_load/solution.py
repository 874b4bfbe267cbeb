def answer(case):
    """As many arms as the money buys, and a few reads for each."""
    return {"kind": "7200", "disks": case["money"] // case["price_7200"], "threads": 4}
