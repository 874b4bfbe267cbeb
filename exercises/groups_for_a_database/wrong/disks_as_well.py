"""Buys the log device and disks, and forgets the budget.

fails:
    test_there_is_money_for_it
advice: There is money for a log device
"""


def answer(case):
    return {"record": "8", "interval": 0.85 * case["risk"], "pending": 2, "log": True, "disks": 4}
