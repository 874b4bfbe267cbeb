"""Trusts a capacitor, and forgets that a device may fail.

fails:
    test_a_log_device_may_fail_with_the_power
advice: Each block must be on a second device
"""

def answer(case):
    return {"device": "nvme", "count": 1, "mirrored": False}
