"""Begins at the first free sector, so that none is lost.

fails:
    test_a_write_waits_for_no_disk
    test_the_database_makes_enough_requests
advice: no page begins where a block begins
"""


def answer(case):
    return {"block": str(case["page"] // 1024), "start": case["first"]}
