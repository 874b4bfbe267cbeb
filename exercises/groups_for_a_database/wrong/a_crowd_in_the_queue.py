"""Believes that a disk is faster with many transfers in its queue.

fails:
    test_few_reads_are_too_slow
advice: How many transfers does a disk need to stay busy
"""


def answer(case):
    return {"record": "8", "interval": 0.85 * case["risk"], "pending": 35, "log": True, "disks": 2}
