"""Counts what the writes read, and forgets that a read touches a block more; divides rightly.

fails:
    test_the_blocks_of_a_misaligned_request
    test_how_many_times_as_many_requests_there_were
advice: a read touches one block more now
advice: You divided rightly
"""


def answer(case):
    blocks, reads = case["page"] / case["block"], case["reads"]
    bad = reads * blocks + 2 * (1 - reads)
    return {"good": reads * blocks, "bad": bad, "loss": bad / (reads * blocks)}
