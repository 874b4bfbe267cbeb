"""Buys as many disks as the data needs.

fails:
    test_they_answer_enough_reads_a_second
advice: so you need more arms
advice: there is nothing to choose from yet
"""


def answer(case):
    return {"kind": case["kind"], "disks": case["few"], "threads": 2}
