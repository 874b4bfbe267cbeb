"""Rounds up: what comes at the very beginning of a step is counted to the one before.

fails:
    test_a_step_begins_at_a_whole_multiple
advice: nor up
"""

import math

STEP = 0.64


def order(waiting):
    return [io["name"] for io in sorted(waiting, key=lambda io: (math.ceil(io["came"] / STEP) + io["number"], io["place"]))]
