"""Has each PDU pass the queue once, as it has the command.

fails:
    test_a_small_read_passes_the_queue_as_often_as_a_usual_one
    test_a_large_read_passes_the_queue_with_each_of_its_pieces
advice: You count four changes of hands
advice: goes through the queue three times
"""


def answer(case):
    def reads(size, pdus):
        return 1 / ((1 + pdus) * 2 * (case["hold"] + case["wake"]) + size / case["copy"])

    return {"small": reads(case["small"], 1), "large": reads(case["large"], case["large"] / 8192)}
