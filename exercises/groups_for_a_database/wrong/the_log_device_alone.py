"""Buys the log device and leaves the rest as it is.

fails:
    test_a_failure_takes_no_more_than_was_allowed
    test_no_more_goes_to_disk_than_the_line_takes
    test_few_reads_are_too_slow
advice: a record is written whole
"""


def answer(case):
    return {"record": "128", "interval": 30.0, "pending": 35, "log": True, "disks": 2}
