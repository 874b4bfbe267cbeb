"""Takes the longest queue for the fastest, in the old order.

fails:
    test_nine_of_ten_reads_are_in_time
    test_the_disk_is_whole_in_time
advice: How many commands has the drive to go through
"""


def answer(case):
    return {"order": "metadata", "queue": "old", "depth": 35, "least": 4}
