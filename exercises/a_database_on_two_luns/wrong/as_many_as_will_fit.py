"""Buys as many Logzillas as the form takes, to be on the safe side.

fails:
    test_no_more_logzillas_than_allowed
advice: What would the next one add
"""


def answer(case):
    if case["lost"]:
        return {"journal": True, "data": True, "flushes": False, "logs": 4}
    time_to_flush = case["stop"] > 4e-3
    return {"journal": False, "data": time_to_flush, "flushes": time_to_flush, "logs": 4}
