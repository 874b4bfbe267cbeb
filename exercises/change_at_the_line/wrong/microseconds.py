"""Gives the number in microseconds where milliseconds are asked for.

fails:
    test_nine_of_ten_writes_lie_below_this
advice: The axis is in milliseconds
"""


def answer(case):
    return {"ninth": 1000 * case["ninth"], "change": case["change"]}
