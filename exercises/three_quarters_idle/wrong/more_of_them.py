"""Buys more devices, since nothing seems to be busy, and takes the mean of the shares for their number.

fails:
    test_so_many_log_devices_are_at_work_at_a_moment
    test_the_purchase_brings_the_most_writes
advice: Would more devices that stand by change anything
advice: What would more of them do
advice: Which part is in use all the time
"""

def answer(case):
    return {"working": sum(case["logs"]) / len(case["logs"]), "buy": "devices"}
