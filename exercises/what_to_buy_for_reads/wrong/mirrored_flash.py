"""Spends the money on flash and mirrors it, as if the only copy lay there.

fails:
    test_the_mean_is_as_promised
    test_ninety_nine_of_a_hundred_are_as_promised
advice: In mirrored pairs the devices hold half as much
"""


def answer(case):
    pairs = case["budget"] // case["prices"]["flash"] // 2
    return {"memory": "128", "flash": 2 * pairs, "mirrored": True, "disks": 44}
