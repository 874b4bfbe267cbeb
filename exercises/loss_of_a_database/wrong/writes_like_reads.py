"""Lets a write fetch all that it touches, aligned or not.

fails:
    test_the_blocks_of_an_aligned_request
    test_the_blocks_of_a_misaligned_request
    test_how_many_times_as_many_requests_there_were
advice: A write need not read the blocks that it covers as a whole
advice: You let the writes cost nothing
advice: replaces its blocks as a whole
"""


def answer(case):
    blocks = case["page"] / case["block"]
    return {"good": blocks, "bad": blocks + 1, "loss": (blocks + 1) / blocks}
