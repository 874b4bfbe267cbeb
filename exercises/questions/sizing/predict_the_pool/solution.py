def answer(case):
    """All arms, shared by those that one record moves."""
    return {"rate": case["disks"] * case["each"] / case["moved"]}
