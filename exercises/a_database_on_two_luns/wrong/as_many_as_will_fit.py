"""Buys as many Logzillas as the form takes, to be on the safe side.

fails:
    test_the_money_is_enough
advice: What would the next one add
"""


def answer(case):
    return {"journal": False, "data": True, "flushes": True, "logs": 4}
