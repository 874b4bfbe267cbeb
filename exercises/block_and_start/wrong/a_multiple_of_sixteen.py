"""Remembers that a multiple of 16 sectors is aligned, which holds for blocks of 8 KiB.

fails:
    test_a_write_waits_for_no_disk
    test_the_database_makes_enough_requests
advice: no page begins where a block begins
"""


def answer(case):
    start = -(-case["first"] // 16) * 16
    if start % (case["page"] // 512) == 0:
        start += 16
    return {"block": str(case["page"] // 1024), "start": start}
