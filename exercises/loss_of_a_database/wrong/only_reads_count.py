"""Looks at reads alone, as a benchmark does that only reads.

fails:
    test_the_blocks_of_a_misaligned_request
    test_how_many_times_as_many_requests_there_were
advice: You let the writes cost nothing
"""


def answer(case):
    blocks, reads = case["page"] / case["block"], case["reads"]
    return {"good": reads * blocks, "bad": reads * (blocks + 1), "loss": (blocks + 1) / blocks}
