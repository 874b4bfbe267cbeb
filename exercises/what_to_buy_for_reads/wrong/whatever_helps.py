"""Buys everything that helps, and forgets the budget.

fails:
    test_it_can_be_built_and_paid
advice: Whatever helps a little is not needed
"""


def answer(case):
    return {"memory": "512", "flash": 16, "mirrored": False, "disks": 132}
