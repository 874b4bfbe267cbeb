"""Buys the fastest disk, and writes one message after the other.

fails:
    test_the_disk_costs_no_more_than_there_is
    test_enough_messages_are_confirmed
advice: One thread pays for each turn alone
"""

def answer(case):
    return {"disk": "15000", "cache": "on", "writers": 1}
