"""Leaves out the copy of a small read, since it is so little; has two threads serve twice as many large ones as one would.

fails:
    test_a_small_read_passes_the_queue_as_often_as_a_usual_one
    test_a_large_read_passes_the_queue_with_each_of_its_pieces
advice: they are not nothing
advice: Two threads, but one lock
"""


def answer(case):
    each = 2 * (case["hold"] + case["wake"])
    return {"small": 1 / (4 * each), "large": 2 / ((1 + 3 * case["large"] / 8192) * each + case["large"] / case["copy"])}
