def answer(case):
    """A header for each block."""
    blocks = case["flash"] / case["block"]
    allowed = case["guard"] * case["memory"] / case["header"]
    return {"headers": blocks * case["header"], "most": allowed * case["block"]}
