"""Spends the money on disks, so that reads are quick, and leaves the log on them.

fails:
    test_safe_writes_are_quick
advice: What can hold a log and does not turn
"""


def answer(case):
    return {"record": "8", "interval": 0.85 * case["risk"], "pending": 2, "log": False, "disks": 5}
