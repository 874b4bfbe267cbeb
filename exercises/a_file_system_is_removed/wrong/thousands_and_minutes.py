"""Has the right numbers in other units than the fields ask for.

fails:
    test_each_block_of_the_file_system_is_looked_up
    test_the_time_is_that_of_the_reads_for_the_table
advice: Those are thousands
advice: in minutes
"""


def answer(case):
    blocks = case["size"] / case["record"]
    missed = 1 - case["memory"] / (case["entries"] * 1e6 * 200)
    return {"lookups": blocks / 1e3, "time": 60 * blocks * missed / (case["disks"] * case["rate"])}
