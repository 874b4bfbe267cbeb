"""Takes the time in which the data could be read.

fails:
    test_the_time_is_that_of_the_reads_for_the_table
advice: No data is read to free it
"""


def answer(case):
    return {"lookups": case["size"] / case["record"] / 1e6, "time": case["size"] / (case["disks"] * 100e6)}
