"""Reads only one of the two columns: the size where the rate decides, the rate where the size does.

fails:
    test_the_load_is_the_one_that_made_the_listing
advice: What size has a record of 8 KiB alone
advice: what happens in the other turn
advice: What else is in these transfers
advice: Who answers so soon
advice: these are large
"""

def answer(case):
    size, transfers, _ = case["lines"][-1]
    turns = case["rpm"] / 60 / transfers
    load = {"one": "several", "late": "one", "several": "one", "early": "one", "gathered": "one"}[case["load"]]
    return {"turns": turns, "load": load}
