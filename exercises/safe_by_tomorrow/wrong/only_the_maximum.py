"""Sets the maximum to two, as the published advice says, and leaves the minimum at four.

fails:
    test_nine_of_ten_reads_are_in_time
advice: Which of the two numbers says that?
"""


def answer(case):
    return {"order": "disk", "queue": "old", "depth": 2, "least": 4}
