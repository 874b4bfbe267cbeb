"""Makes up for the old rules with more disks.

fails:
    test_the_data_fits_and_the_disks_may_be_bought
    test_two_pairs_could_not_be_spared
advice: which of them keep best fit away
"""


def answer(case):
    return {"pairs": round(3.6 * case["data"] / 1e12), "switch": 0.7, "early": False, "bonus": "2"}
