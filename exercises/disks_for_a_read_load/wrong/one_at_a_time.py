"""Divides the load by what a disk does with one read after the other.

fails:
    test_the_money_is_enough
advice: How many disks would do
advice: You can do with fewer
"""


def answer(case):
    return {"kind": "7200", "disks": -(-case["rate"] // 83), "threads": 1}
