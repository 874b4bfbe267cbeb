"""Gives every device more commands, for that is what its queue is for; where that helps, fewer, as the advice for disks says.

fails:
    test_the_change_makes_the_reads_fastest
advice: the read stands in it
advice: moves the crowd down
advice: Sixteen disks stand behind it
advice: nearer than a random read
"""


def answer(case):
    where = "zfs" if case["zfs"] > case["drive"] else "drive"
    return {"depth": case["depth"], "where": where, "change": "more" if case["device"] == "disk" else "fewer"}
