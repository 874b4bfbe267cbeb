"""Works out the time from one transfer to the next, and stops there.

fails:
    test_so_many_turns_fall_to_one_transfer
advice: How many turns is that
"""

def answer(case):
    return {"turns": 1000 / case["lines"][-1][1], "load": case["load"]}
