"""Takes the largest blocks, as they are best for streams and need the fewest pointers.

fails:
    test_a_write_waits_for_no_disk
advice: A page cannot cover a block that is larger than itself
"""


def answer(case):
    return {"block": "128", "start": -(-case["first"] // 64) * 64}
