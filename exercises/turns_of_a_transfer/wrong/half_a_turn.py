"""Expects half a turn, which is the mean wait of a random access, and takes what is slower for late.

fails:
    test_so_many_turns_fall_to_one_transfer
    test_the_load_is_the_one_that_made_the_listing
advice: no second turn is lost
advice: pays two turns
advice: How many turns fall to one transfer
advice: what happens in the other turn
advice: Who answers so soon
"""

def answer(case):
    load = {"one": "late", "several": "late", "gathered": "late", "late": "one", "early": "one"}[case["load"]]
    return {"turns": 0.5, "load": load}
