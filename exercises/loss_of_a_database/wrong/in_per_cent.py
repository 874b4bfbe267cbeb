"""Gives the loss in per cent more.

fails:
    test_how_many_times_as_many_requests_there_were
advice: That looks like per cent
"""


def answer(case):
    blocks, reads = case["page"] / case["block"], case["reads"]
    good, bad = reads * blocks, reads * (blocks + 1) + 2 * (1 - reads)
    return {"good": good, "bad": bad, "loss": 100 * (bad / good - 1)}
