"""Takes what is dirty for a line in which a write stands until it is on disk.

fails:
    test_the_wait_with_twice_the_room
advice: it is done when memory has it
"""


def answer(case):
    wait = case["programs"] * case["size"] / case["media"]
    return {"wait": wait, "after": 2 * wait}
