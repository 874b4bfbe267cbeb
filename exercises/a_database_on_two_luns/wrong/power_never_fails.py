"""Flushes nothing, since power fails once in years.

fails:
    test_a_page_need_not_wait_longer_than_allowed
    test_after_a_failure_every_promise_holds
advice: whole, but old
advice: it is not true
"""


def answer(case):
    return {"journal": not case["lost"], "data": True, "flushes": False, "logs": 1}
