"""Takes two devices that take turns for a mirror.

fails:
    test_a_log_device_may_fail_with_the_power
advice: hold different blocks
"""

def answer(case):
    fast_enough = [kind for kind in ("logzilla", "nvme", "card") if case["times"][kind] <= case["limit"]]
    return {"device": min(fast_enough, key=case["prices"].get), "count": 2, "mirrored": False}
