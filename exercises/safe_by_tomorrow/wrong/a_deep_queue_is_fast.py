"""Gives the stream a deep queue, so that it is done soon.

fails:
    test_nine_of_ten_reads_are_in_time
advice: With how many has it no choice?
"""


def answer(case):
    return {"order": "disk", "queue": "old", "depth": 10, "least": 4}
