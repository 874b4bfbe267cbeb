"""Counts with two turns and nothing else.

fails:
    test_enough_messages_are_confirmed
advice: Take the wait that the simulator found
"""

import math

def answer(case):
    return {"disk": str(case["rpm"]), "cache": "on", "writers": math.ceil(case["rate"] * 2 * 60 / case["rpm"])}
