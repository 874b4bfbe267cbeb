"""Takes the mean wait of a disk for the mean wait of a write.

fails:
    test_the_last_disk_waits_longer_than_one_alone
    test_it_agrees_with_a_simulated_pool
advice: Half a turn is the mean wait of one disk
"""


def answer(case):
    return {"wait": case["half"]}
