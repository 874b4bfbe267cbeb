"""Believes the drive: with the cache on and no flush, one message at a time is enough.

fails:
    test_a_power_failure_takes_no_confirmed_message
advice: nobody told it to write them
"""

def answer(case):
    return {"disk": "7200", "cache": "ignored", "writers": 1}
