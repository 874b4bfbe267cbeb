"""Takes half of the line for what is before a write, on average.

fails:
    test_the_wait_of_a_typical_write
    test_the_wait_with_twice_the_room
advice: how many stand in the line before it then
advice: mend the first answer, and give this one the same value
"""


def answer(case):
    wait = (case["programs"] + 1) / 2 * case["size"] / case["media"]
    return {"wait": wait, "after": wait}
