"""Types the bytes of a block into a field of KiB.

fails:
    test_the_block_size_is_that_of_a_read
advice: These digits would be right in bytes; they were taken as KiB.
"""


def answer(case):
    needless = max(0, 1 - case["asked"] / case["read"])
    cause = "well" if needless < 0.1 else "block" if case["block"] > case["request"] else "start"
    return {"block": case["block"] * 1024, "needless": needless, "cause": cause}
