"""Counts the beginning of a write and forgets its end.

fails:
    test_the_blocks_of_a_misaligned_request
    test_how_many_times_as_many_requests_there_were
advice: And at its end?
"""


def answer(case):
    blocks, reads = case["page"] / case["block"], case["reads"]
    bad = reads * (blocks + 1) + 1 - reads
    return {"good": reads * blocks, "bad": bad, "loss": bad / (reads * blocks)}
