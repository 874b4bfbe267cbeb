"""Counts the time in the lock, and lets the other thread be there at once.

fails:
    test_a_small_read_passes_the_queue_as_often_as_a_usual_one
    test_a_large_read_passes_the_queue_with_each_of_its_pieces
advice: the other thread has to be woken
"""


def answer(case):
    def reads(size, pdus):
        return 1 / ((1 + 3 * pdus) * 2 * case["hold"] + size / case["copy"])

    return {"small": reads(case["small"], 1), "large": reads(case["large"], case["large"] / 8192)}
