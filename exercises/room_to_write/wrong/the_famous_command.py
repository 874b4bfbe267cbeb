"""Moves the switch from 70 to 96 % and leaves all else as it was.

fails:
    test_the_old_pool_writes_as_fast_as_was_asked
    test_two_pairs_could_not_be_spared
advice: There is a second way in
"""


def answer(case):
    return {"pairs": case["most"] - 2, "switch": 0.96, "early": False, "bonus": "2"}
