"""Takes ZFS's queue for the only one, so that reads that are late must wait there, and be sorted better.

fails:
    test_the_queue_in_which_the_reads_wait
    test_the_change_makes_the_reads_fastest
advice: does not reach it any more
advice: Its order cannot matter
advice: The drive has few commands already
"""


def answer(case):
    where = "drive" if case["zfs"] > case["drive"] else "zfs"
    change = "fewer" if case["rule"] == "fcfs" else "order" if case["device"] == "array" else "classes"
    return {"depth": case["depth"], "where": where, "change": change}
