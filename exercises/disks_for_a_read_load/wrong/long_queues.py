"""Makes few disks answer much, by letting many reads wait.

fails:
    test_nine_of_ten_reads_come_in_time
advice: let fewer stand in the line
advice: what else, then, keeps the rate up
"""


def answer(case):
    return {"kind": "7200", "disks": -(-case["rate"] // 217), "threads": 32}
