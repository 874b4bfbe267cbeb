"""Gives bits a second.

fails:
    test_random_reads_are_slower_than_data_in_a_row
    test_it_agrees_with_the_simulated_disk
advice: have you mixed up bits and bytes
"""


def answer(case):
    return {"rate": 8 * case["random"]}
