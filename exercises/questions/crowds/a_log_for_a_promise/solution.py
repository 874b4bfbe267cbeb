def answer(case):
    """A mirrored pair of the cheapest kind that remembers and is fast enough."""
    fast_enough = [kind for kind in ("logzilla", "nvme", "card") if case["times"][kind] <= case["limit"]]
    return {"device": min(fast_enough, key=case["prices"].get), "count": 2, "mirrored": True}
