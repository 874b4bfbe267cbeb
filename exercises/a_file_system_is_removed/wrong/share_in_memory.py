"""Takes the share of the table that is in memory for the one that is not; counts only reads as lookups.

fails:
    test_each_block_of_the_file_system_is_looked_up
    test_the_time_is_that_of_the_reads_for_the_table
advice: You took the share that is in memory
"""


def answer(case):
    blocks = case["size"] / case["record"]
    share = case["memory"] / (case["entries"] * 1e6 * 200)
    return {"lookups": blocks * (1 - share) / 1e6, "time": blocks * share / (case["disks"] * case["rate"])}
