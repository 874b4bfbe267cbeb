"""Counts turns a minute and forgets the space.

fails:
    test_the_data_fits
advice: How many of yours does it take
"""


def answer(case):
    a_disk = 250 if case["threads"] < 8 else 400
    return {"kind": "15000", "disks": min(-(-case["rate"] // a_disk), int((case["data"] - 1) // 600e9)), "threads": case["threads"]}
