"""Buys as many Logzillas as the form takes, to be on the safe side.

fails:
    test_there_is_money_for_the_logzillas
advice: What would the next one add
"""


def answer(case):
    return {"journal": False, "data": False, "flushes": True, "logs": 4}
