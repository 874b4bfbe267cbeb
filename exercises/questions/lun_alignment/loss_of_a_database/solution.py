def answer(case):
    reads, writes = case["reads"], 1 - case["reads"]
    blocks = case["page"] / case["block"]
    good = reads * blocks
    bad = reads * (blocks + 1) + writes * 2
    return {"good": good, "bad": bad, "loss": bad / good}
