"""Takes two devices that take turns for a mirror.

fails:
    test_a_log_device_may_fail_with_the_power
advice: hold different blocks
"""

def answer(case):
    return {"device": "logzilla" if case["times"]["logzilla"] <= case["limit"] else "nvme", "count": 2, "mirrored": False}
