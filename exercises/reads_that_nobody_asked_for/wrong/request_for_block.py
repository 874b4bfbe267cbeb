"""Takes the size of a request for that of a block, and a lack of flash for the cause of all.

fails:
    test_the_block_size_is_that_of_a_read
    test_what_is_wrong
advice: what do *they* read at a time?
advice: A slow log makes writes wait
"""


def answer(case):
    needless = max(0, 1 - case["asked"] / case["read"])
    return {"block": case["request"], "needless": needless, "cause": "log"}
