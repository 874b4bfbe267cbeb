"""Has the data copied each time that a message passes the queue.

fails:
    test_a_small_read_passes_the_queue_as_often_as_a_usual_one
    test_a_large_read_passes_the_queue_with_each_of_its_pieces
advice: Of how many copies does the question speak?
"""


def answer(case):
    def reads(size, pdus):
        return 1 / ((1 + 3 * pdus) * (2 * (case["hold"] + case["wake"]) + size / case["copy"]))

    return {"small": reads(case["small"], 1), "large": reads(case["large"], case["large"] / 8192)}
