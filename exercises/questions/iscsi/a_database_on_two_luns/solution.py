def answer(case):
    """From memory comes what may be forgotten, and what there is time to flush at a checkpoint."""
    if case["lost"]:
        return {"journal": True, "data": True, "flushes": False, "logs": 0}
    time_to_flush = case["stop"] > 4e-3
    return {"journal": False, "data": time_to_flush, "flushes": time_to_flush, "logs": 1}
