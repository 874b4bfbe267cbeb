"""Takes the end of the stairs for the end of the slab.

fails:
    test_the_cause_is_what_ended_them_in_the_simulated_pool
advice: reach the top of the picture
advice: ended below the top of the picture
"""


def answer(case):
    return {"top": case["top"], "full": case["top"] + (1 - case["top"]) * case["begin"], "cause": "top"}
