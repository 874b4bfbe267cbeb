"""Believes the sustained throughput, which holds for data in a row.

fails:
    test_random_reads_are_slower_than_data_in_a_row
    test_it_agrees_with_the_simulated_disk
advice: holds for data in a row
"""


def answer(case):
    return {"rate": case["rate"]}
