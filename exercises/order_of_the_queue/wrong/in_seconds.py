"""The right idea in seconds instead of steps: equal sums of multiples of 0.64 differ in the last digit.

fails:
    test_with_the_same_deadline_the_class_no_longer_counts
    test_it_agrees_with_the_queue_of_the_book
advice: multiples of 0.64 are rounded
"""

STEP = 0.64


def due(io):
    return io["came"] // STEP * STEP + io["number"] * STEP


def order(waiting):
    return [io["name"] for io in sorted(waiting, key=lambda io: (due(io), io["place"]))]
