"""Thinks that reads are no harm if clients write, and sees more reads than requests where all is well.

fails:
    test_the_share_of_bytes_that_nobody_asked_for
    test_what_is_wrong
advice: Then how much of what the disks read
advice: You compared how many reads there are
advice: What was the rest for?
advice: is anything read that nobody asked for?
"""


def answer(case):
    needless = max(0, 1 - case["asked"] / case["read"])
    if needless < 0.1:
        return {"block": case["block"], "needless": 1 - case["client_reads"] / case["disk_reads"], "cause": "start"}
    return {"block": case["block"], "needless": 0, "cause": "well"}
