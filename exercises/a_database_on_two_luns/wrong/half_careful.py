"""Makes the journal safe, and has the cache of the data on, since the journal can bring that back.

fails:
    test_a_page_need_not_wait_longer_than_allowed
    test_after_a_failure_every_promise_holds
advice: it is not true
"""


def answer(case):
    return {"journal": False, "data": True, "flushes": False, "logs": 1}
