"""Buys what is always bought first: as much memory again.

fails:
    test_the_mean_is_as_promised
    test_ninety_nine_of_a_hundred_are_as_promised
advice: Flash keeps copies of what is in memory too
"""


def answer(case):
    return {"memory": "256", "flash": 0, "mirrored": False, "disks": 44}
