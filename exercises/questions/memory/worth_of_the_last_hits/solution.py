def answer(case):
    """The misses make the mean."""
    missed = 1 - case["now"]
    return {"later": case["mean"] * (1 - case["after"]) / missed, "needed": 1 - missed / case["times"]}
