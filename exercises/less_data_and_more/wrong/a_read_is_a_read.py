"""Takes it that the copy is nothing beside the lock, and that a read passes four times whatever its size.

fails:
    test_a_small_read_passes_the_queue_as_often_as_a_usual_one
    test_a_large_read_passes_the_queue_with_each_of_its_pieces
advice: It is copied while the lock is held
advice: It comes in PDUs of 8 KiB
"""


def answer(case):
    each = 8 * (case["hold"] + case["wake"])
    return {"small": case["usual"], "large": 1 / (each + case["large"] / case["copy"])}
