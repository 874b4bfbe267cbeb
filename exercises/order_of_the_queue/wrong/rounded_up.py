"""Rounds up: what comes at the very beginning of a step is counted to the one before.

fails:
    test_a_step_begins_at_a_whole_multiple
advice: nor up
"""

import math

STEP = {{step.code}}


def {{function.order}}(waiting):
    ranked = sorted(waiting, key=lambda io: (math.ceil({{came}} / STEP) + {{number}}, {{place}}))
    return {{result.code}}
