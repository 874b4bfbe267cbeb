"""A write without safety is done when memory has it, so it takes what copying takes.

fails:
    test_the_wait_of_a_typical_write
    test_the_wait_with_twice_the_room
advice: Memory takes a write in microseconds as long as there is room
advice: mend the first answer, and give this one the same value
"""


def answer(case):
    return {"wait": case["size"] / 1.5e9, "after": case["size"] / 1.5e9}
