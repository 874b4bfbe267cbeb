def answer(case):
    """Records like pages, a log device, few transfers at a time, and groups nearly as long as may be lost."""
    return {"record": "8", "interval": 0.85 * case["risk"], "pending": 4, "log": True, "disks": 2}
