"""Takes two reads for a choice (of two, one is under way, and only one waits), and keeps a little money.

fails:
    test_they_answer_enough_reads_a_second
advice: there is nothing to choose from yet
"""


def answer(case):
    return {"kind": case["kind"], "disks": case["many"] - 1, "threads": 2}
