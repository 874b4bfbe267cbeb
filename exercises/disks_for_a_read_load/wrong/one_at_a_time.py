"""Divides the load by what a disk does with one read after the other.

fails:
    test_the_money_is_enough
advice: for every so many reads that it makes one at a time
"""


def answer(case):
    return {"kind": "7200", "disks": -(-case["rate"] // 83), "threads": 1}
