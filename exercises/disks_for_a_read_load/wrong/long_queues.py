"""Lets many reads wait, so that the disks answer much.

fails:
    test_nine_of_ten_reads_come_in_time
advice: let fewer stand in the line
advice: what else, then, keeps the rate up
"""


def answer(case):
    return {"kind": case["kind"], "disks": case["many"], "threads": 32}
