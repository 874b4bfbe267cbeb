"""Chooses from what other servers have.

fails:
    test_the_server_has_such_a_queue_and_order
    test_nine_of_ten_reads_are_in_time
    test_the_disk_is_whole_in_time
advice: what can be had here
advice: Choose first what this server has
"""


def answer(case):
    queue = "old" if "2020" in case["queues"] else "2013"
    return {"order": "disk", "queue": queue, "depth": "2", "least": "1"}
