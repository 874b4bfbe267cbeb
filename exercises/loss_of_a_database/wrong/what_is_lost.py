"""Gives the share of requests that is lost.

fails:
    test_how_many_times_as_many_requests_there_were
advice: the share of the requests that is lost
"""


def answer(case):
    blocks, reads = case["page"] / case["block"], case["reads"]
    good, bad = reads * blocks, reads * (blocks + 1) + 2 * (1 - reads)
    return {"good": good, "bad": bad, "loss": 1 - good / bad}
