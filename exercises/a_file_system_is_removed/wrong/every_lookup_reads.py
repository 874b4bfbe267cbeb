"""Forgets that memory holds a part of the table.

fails:
    test_the_time_is_that_of_the_reads_for_the_table
advice: Which share of the lookups needs no disk?
"""


def answer(case):
    blocks = case["size"] / case["record"]
    return {"lookups": blocks / 1e6, "time": blocks / (case["disks"] * case["rate"])}
