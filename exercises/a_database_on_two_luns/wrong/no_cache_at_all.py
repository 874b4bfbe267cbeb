"""Leaves all caches off and buys a Logzilla: safe, and for pages too slow.

fails:
    test_a_page_need_not_wait_longer_than_allowed
advice: What answers faster than either
"""


def answer(case):
    return {"journal": False, "data": False, "flushes": False, "logs": 1}
