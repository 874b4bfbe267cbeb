"""Takes the best rules and all the disks that may be bought.

fails:
    test_two_pairs_could_not_be_spared
advice: take away pair after pair
"""


def answer(case):
    return {"pairs": case["most"], "switch": 0.96, "early": True, "bonus": "1"}
