"""Types KB into a field of MB.

fails:
    test_random_reads_are_slower_than_data_in_a_row
    test_it_agrees_with_the_simulated_disk
advice: Look at the units
"""


def answer(case):
    return {"rate": 1000 * case["random"]}
