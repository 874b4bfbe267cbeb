"""Counts turns a minute and forgets the space.

fails:
    test_the_data_fits
advice: How many of yours does it take
"""


def answer(case):
    return {"kind": "15000", "disks": -(-case["rate"] // 300), "threads": 8}
