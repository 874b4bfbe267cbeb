"""Buys disks for a promise that no number of disks can keep, or too few for one that they could.

fails:
    test_the_mean_is_as_promised
    test_ninety_nine_of_a_hundred_are_as_promised
advice: More disks do not help with a promise as small as this
advice: the lines must be shorter
"""


def answer(case):
    return {"memory": "128", "flash": 0, "mirrored": False, "disks": 52}
