"""Begins at once behind the label, so that no sector is lost.

fails:
    test_a_write_waits_for_no_disk
    test_the_database_makes_enough_requests
advice: no page begins where a block begins
"""


def answer(case):
    return {"block": str(case["page"] // 1024), "start": 34}
