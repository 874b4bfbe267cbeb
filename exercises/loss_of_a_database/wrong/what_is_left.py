"""Gives the share of requests that is left instead of the loss.

fails:
    test_how_many_times_as_many_requests_there_were
advice: You divided the other way round
"""


def answer(case):
    blocks, reads = case["page"] / case["block"], case["reads"]
    good, bad = reads * blocks, reads * (blocks + 1) + 2 * (1 - reads)
    return {"good": good, "bad": bad, "loss": good / bad}
