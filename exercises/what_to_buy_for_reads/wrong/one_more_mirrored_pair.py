"""Keeps the flash mirrored, and buys a pair more of it than there is money for.

fails:
    test_it_can_be_built_and_paid
    test_the_mean_is_as_promised
    test_ninety_nine_of_a_hundred_are_as_promised
advice: Only what exists once needs a second copy
"""


def answer(case):
    pairs = case["budget"] // (2 * case["prices"]["flash"]) + 1
    return {"memory": "128", "flash": 2 * pairs, "mirrored": True, "disks": 44}
