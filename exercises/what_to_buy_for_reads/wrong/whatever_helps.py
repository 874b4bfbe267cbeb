"""Buys everything that helps, and forgets the budget.

fails:
    test_there_is_money_for_it
advice: Whatever helps a little is not needed
"""


def answer(case):
    return {"memory": "512", "flash": 16, "mirrored": False, "disks": 132}
