"""Turns everything off that could forget, and writes to disks.

fails:
    test_a_user_need_not_wait_longer_than_allowed
    test_a_page_need_not_wait_longer_than_allowed
    test_a_checkpoint_takes_no_longer_than_allowed
advice: waits for a platter
"""


def answer(case):
    return {"journal": False, "data": False, "flushes": False, "logs": 0}
