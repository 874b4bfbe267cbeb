"""Types a share of a turn into a field of milliseconds.

fails:
    test_the_last_disk_waits_longer_than_one_alone
    test_it_agrees_with_a_simulated_pool
advice: Is this a share of a turn
"""


def answer(case):
    return {"wait": 1e-3 * case["disks"] / (case["disks"] + 1)}
