def answer(case):
    fast_enough = case["times"]["logzilla"] <= case["limit"]
    return {"device": "logzilla" if fast_enough else "nvme", "count": 2, "mirrored": True}
