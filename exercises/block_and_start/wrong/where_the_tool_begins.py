"""Leaves the partition where an old tool puts it, at a multiple of 63 sectors.

fails:
    test_a_write_waits_for_no_disk
    test_the_database_makes_enough_requests
advice: no page begins where a block begins
"""


def answer(case):
    return {"block": str(case["page"] // 1024), "start": -(-case["first"] // 63) * 63}
