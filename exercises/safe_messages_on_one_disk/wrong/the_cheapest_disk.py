"""Buys the slowest disk, and makes up for it with threads.

fails:
    test_no_message_waits_too_long
advice: How long are two turns of this disk
"""

def answer(case):
    return {"disk": "5400", "cache": "on", "writers": 110}
