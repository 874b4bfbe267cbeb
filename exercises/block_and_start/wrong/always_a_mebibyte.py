"""Takes sector 2048, as one does, and does not look who is there already.

fails:
    test_the_partition_begins_close_behind_the_other
advice: Both ends are in the question
"""


def answer(case):
    return {"block": str(case["page"] // 1024), "start": 2048}
