"""Finds the right place, and gives it in bytes.

fails:
    test_the_partition_begins_close_behind_the_other
advice: a good place in bytes
"""


def answer(case):
    return {"block": str(case["page"] // 1024), "start": case["start"] * 512}
