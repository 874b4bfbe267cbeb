"""Takes the crowd in ZFS's queue for the commands of the device, and says that a read is as long in each queue.

fails:
    test_the_lanes_are_the_queue_depth
    test_the_queue_in_which_the_reads_wait
advice: holds one command at a time
advice: it is either nearly all of it
"""


def answer(case):
    return {"depth": 32, "where": "both", "change": case["best"]}
