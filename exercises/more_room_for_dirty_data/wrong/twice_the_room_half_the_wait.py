"""Believes that twice the room makes writers twice as fast.

fails:
    test_the_wait_with_twice_the_room
advice: the disk has become no faster
"""


def answer(case):
    wait = case["programs"] * case["size"] / case["media"]
    return {"wait": wait, "after": wait / 2}
