"""Waits until all that may be dirty has gone out to the disk.

fails:
    test_the_wait_of_a_typical_write
    test_the_wait_with_twice_the_room
advice: not for all that is ahead of it to go out
"""


def answer(case):
    full = case["limit"] / case["media"]
    return {"wait": full, "after": 2 * full}
