def answer(case):
    """Disk order if there is one, with the queue that gives the drive no choice; else a depth in between."""
    return {"order": case["orders"][-1], "queue": case["queues"][-1], "depth": str(case["depth"]), "least": "1"}
