"""Lets slabs be left early, and leaves the switch.

fails:
    test_the_old_pool_writes_as_fast_as_was_asked
    test_two_pairs_could_not_be_spared
advice: Where does the switch stand?
"""


def answer(case):
    return {"pairs": case["most"] - 1, "switch": 0.7, "early": True, "bonus": "2"}
