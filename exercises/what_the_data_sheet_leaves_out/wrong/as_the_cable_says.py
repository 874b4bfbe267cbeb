"""Takes the interface for the disk.

fails:
    test_random_reads_are_slower_than_data_in_a_row
    test_it_agrees_with_the_simulated_disk
advice: under the head. Which line
"""


def answer(case):
    return {"rate": case["cable"]}
