"""What the disk takes for one write, as if no one else wrote.

fails:
    test_the_wait_of_a_typical_write
    test_the_wait_with_twice_the_room
advice: programs take turns in one line
advice: mend the first answer, and give this one the same value
"""


def answer(case):
    wait = case["size"] / case["media"]
    return {"wait": wait, "after": wait}
