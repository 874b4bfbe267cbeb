"""Types the number of the famous command, which is a free share.

fails:
    test_the_old_pool_writes_as_fast_as_was_asked
    test_two_pairs_could_not_be_spared
advice: says how full a slab is
"""


def answer(case):
    return {"pairs": case["most"], "switch": 0.04, "early": True, "bonus": "1"}
