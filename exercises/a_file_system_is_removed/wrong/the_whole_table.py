"""Looks up every entry of the table, and has the time that follows from it.

fails:
    test_each_block_of_the_file_system_is_looked_up
    test_the_time_is_that_of_the_reads_for_the_table
advice: That follows from your number of lookups
"""


def answer(case):
    missed = 1 - case["memory"] / (case["entries"] * 1e6 * 200)
    return {"lookups": case["entries"], "time": case["entries"] * 1e6 * missed / (case["disks"] * case["rate"])}
