"""Turns the cache off, to be safe, and writes many at a time.

fails:
    test_enough_messages_are_confirmed
    test_no_message_waits_too_long
advice: What lets them wait together
"""

def answer(case):
    return {"disk": str(case["rpm"]), "cache": "off", "writers": case["writers"]}
