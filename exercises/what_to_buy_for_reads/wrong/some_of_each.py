"""Buys some memory, some flash, some disks, and not enough of any.

fails:
    test_the_mean_is_as_promised
    test_ninety_nine_of_a_hundred_are_as_promised
advice: The misses make the mean
"""


def answer(case):
    return {"memory": "256", "flash": 1, "mirrored": False, "disks": 46}
