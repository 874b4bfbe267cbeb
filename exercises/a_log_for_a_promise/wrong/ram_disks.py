"""Takes a mirror of two RAM disks for safe, since there are two.

fails:
    test_a_power_failure_takes_nothing_that_was_acknowledged
    test_a_log_device_may_fail_with_the_power
advice: two empty memories
"""

def answer(case):
    return {"device": "ram", "count": 2, "mirrored": True}
