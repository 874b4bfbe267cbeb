"""Buys as many disks as the data needs.

fails:
    test_they_answer_enough_reads_a_second
advice: so you need more arms
"""


def answer(case):
    return {"kind": "7200", "disks": case["by_size"], "threads": 2}
