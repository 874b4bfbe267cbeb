"""Counts the devices that rest, and buys more of them even so.

fails:
    test_so_many_log_devices_are_at_work_at_a_moment
    test_the_purchase_brings_the_most_writes
advice: These are the devices that rest
"""

def answer(case):
    return {"working": len(case["logs"]) - sum(case["logs"]), "buy": "devices"}
