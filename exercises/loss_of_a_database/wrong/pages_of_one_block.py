"""Takes the chapter's rule, which is for pages as large as a block.

fails:
    test_the_blocks_of_an_aligned_request
    test_the_blocks_of_a_misaligned_request
    test_how_many_times_as_many_requests_there_were
advice: How many blocks does one read fetch?
advice: for pages as large as a block
"""


def answer(case):
    return {"good": case["reads"], "bad": 2, "loss": 2 / case["reads"]}
