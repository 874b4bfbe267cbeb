"""Takes the size of the disks' writes for that of a block.

fails:
    test_the_block_size_is_that_of_a_read
advice: which gathers many blocks
"""


def answer(case):
    needless = max(0, 1 - case["asked"] / case["read"])
    cause = "well" if needless < 0.1 else "block" if case["block"] > case["request"] else "start"
    return {"block": case["disk_write"], "needless": needless, "cause": cause}
