"""Counts bytes: so many times less data, so many times as many reads.

fails:
    test_a_small_read_passes_the_queue_as_often_as_a_usual_one
    test_a_large_read_passes_the_queue_with_each_of_its_pieces
advice: So much less data, so many more reads
advice: What does each of those bring along
"""


def answer(case):
    return {name: case["usual"] * 8192 / case[name] for name in ("small", "large")}
