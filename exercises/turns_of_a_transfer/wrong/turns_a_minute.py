"""Divides the turns of a minute by the transfers of a second.

fails:
    test_so_many_turns_fall_to_one_transfer
advice: in a minute
"""

def answer(case):
    size, transfers, _ = case["lines"][-1]
    return {"turns": case["rpm"] / transfers, "load": case["load"]}
