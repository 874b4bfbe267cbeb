"""Argues that each transfer waits one turn, or that a second is what was asked, and reckons no further.

fails:
    test_so_many_turns_fall_to_one_transfer
advice: you find a little more
advice: How many transfers share them
"""

def answer(case):
    return {"turns": 1.0 if case["load"] == "gathered" else case["rpm"] / 60, "load": case["load"]}
