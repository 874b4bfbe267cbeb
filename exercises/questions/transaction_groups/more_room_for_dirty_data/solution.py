def answer(case):
    """One write after the other goes at the disk's pace, and all programs take turns; room does not come into it."""
    wait = case["programs"] * case["size"] / case["media"]
    return {"wait": wait, "after": wait}
