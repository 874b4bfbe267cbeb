"""Lets one disk do all the reads, and looks up the whole table.

fails:
    test_each_block_of_the_file_system_is_looked_up
    test_the_time_is_that_of_the_reads_for_the_table
advice: what one disk alone would need
advice: That is the whole table
"""


def answer(case):
    blocks = case["size"] / case["record"]
    missed = 1 - case["memory"] / (case["entries"] * 1e6 * 200)
    return {"lookups": case["entries"], "time": blocks * missed / case["rate"]}
