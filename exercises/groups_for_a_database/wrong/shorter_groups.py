"""Turns the one knob that everybody knows: groups every 5 s.

fails:
    test_no_more_goes_to_disk_than_the_line_takes
    test_few_reads_are_too_slow
    test_safe_writes_are_quick
advice: a record is written whole
"""


def answer(case):
    return {"record": "128", "interval": 5.0, "pending": 35, "log": False, "disks": 2}
