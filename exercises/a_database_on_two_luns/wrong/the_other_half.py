"""Makes the data safe, which is what counts, and lets the journal answer from memory.

fails:
    test_a_page_need_not_wait_longer_than_allowed
    test_after_a_failure_every_promise_holds
advice: pages of transactions that the journal has forgotten
"""


def answer(case):
    return {"journal": True, "data": False, "flushes": False, "logs": 0}
