"""Follows the dust up as if it were stairs, to the end of the slab.

fails:
    test_the_stairs_are_followed_to_their_end
    test_below_the_stairs_the_slab_is_full_and_above_as_before
advice: That follows from the place that you read
advice: Where does the climb suddenly become steep
"""


def answer(case):
    top = 0.98
    return {"top": top, "full": top + (1 - top) * case["begin"], "cause": case["cause"]}
