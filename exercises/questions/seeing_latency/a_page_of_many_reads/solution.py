def answer(case):
    fast = 1 - case["slow_share"]  # the chance that one read is fast
    return {"pages": 1 - fast ** case["reads"]}
