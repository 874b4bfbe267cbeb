"""Takes a cache that is flushed for as fast as one that is not.

fails:
    test_a_user_need_not_wait_longer_than_allowed
    test_a_checkpoint_takes_no_longer_than_allowed
advice: a flush of a cache writes to the same place
"""


def answer(case):
    return {"journal": True, "data": True, "flushes": True, "logs": 0}
